import type { texts as english } from "../events.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Événements",
  intro:
    "Tout ce qui s’est passé dans votre compte, et comment vos points de terminaison en ont été informés.",
  tabs: {
    label: "Événements, envois et boîte de réception",
    events: "Événements",
    deliveries: "Envois",
    inbox: "Boîte de réception",
  },
  caption: "Événements, du plus récent au plus ancien",
  deliveriesCaption: "Envois, du plus récent au plus ancien",
  inboxCaption: "Événements reçus par la boîte de réception, du plus récent au plus ancien",
  type: "Type",
  when: "Date",
  since: "Depuis le",
  by: "Par",
  actors: { key: "Clé API", user: "Ancien utilisateur", operator: "Opérateur", system: "Billfold" },
  sequence: "N°",
  object: "Élément",
  event: "Événement",
  id: "Identifiant de l’événement",
  requestId: "Identifiant de la requête",
  data: "Contenu",
  withheld: "Masqué pour votre rôle",
  status: "Statut",
  statuses: { pending: "En attente", succeeded: "Remis", failed: "Échec" },
  attempts: "Tentatives",
  answer: "Dernière réponse",
  next: "Prochaine tentative",
  noAnswer: "Pas encore de réponse",
  seeDeliveries: "Voir les envois",
  ofEvent: "Identifiant de l’événement",
  show: "Voir",
  replay: "Envoyer à nouveau",
  replayed: "L’événement sera envoyé à nouveau.",
  replayMany: "Relancer les envois échoués",
  replayManyTitle: "Relancer tous les envois échoués ?",
  replayManyBody:
    "Chaque envoi échoué est répété, dans l’ordre. Assurez-vous que votre point de terminaison ignore les événements déjà traités : ils portent le même identifiant.",
  replayManyDone: (count) => (count === 1 ? "1 envoi sera répété." : `${count} envois seront répétés.`),
  refresh: "Actualiser",
  endpoint: "Point de terminaison",
  mainEndpoint: "Point de terminaison principal",
  emptyTitle: "Aucun événement",
  empty: "Les modifications de factures, de paiements et de clients apparaissent ici au fur et à mesure.",
  toInvoices: "Créer une facture",
  deliveriesEmptyTitle: "Aucun envoi",
  deliveriesEmpty:
    "Les événements sont envoyés à vos points de terminaison. Tant que vous n’avez pas défini d’URL, ils arrivent dans la boîte de réception.",
  toWebhooks: "Configurer les webhooks",
  inboxIntro:
    "Tant que vous n’avez pas défini d’URL, les événements arrivent ici, signés et vérifiés comme ils le seraient chez vous.",
  inboxEmptyTitle: "La boîte de réception est vide",
  inboxEmpty: "Les événements arrivent ici tant que votre entreprise n’a pas d’URL de webhook.",
  log: {
    title: "Envois",
    intro:
      "Consultez les événements envoyés, les réponses de vos points de terminaison et la cause de chaque échec.",
    view: "Voir les envois",
  },
  delivery: {
    name: (id) => `Envoi ${id}`,
    details: "Détails",
    created: "Créé",
    attempt: (number) => `Tentative ${number}`,
    duration: (ms) => `${ms} ms`,
    noAttempts: "Aucune tentative n’a encore été faite.",
    unfinished: "Aucun résultat n’a été enregistré. La requête a pu être envoyée ou non.",
    underWay: "En cours",
    response: (code) => `Réponse avec le statut ${code}`,
    responseBody: "Corps de la réponse",
    responseWithheld: "La réponse est masquée pour votre rôle.",
    causes: {
      first: "Première tentative",
      retry: "Nouvelle tentative après un échec",
      replay: "Demandée par une personne ou par l’API",
      takeover: "Reprise par un autre processus",
      reconnect: "Répétée après une coupure de connexion",
    },
    request: "Requête",
    requestIntro:
      "La requête de la dernière tentative. Les signatures ne sont pas conservées, elles ne sont donc pas affichées.",
    headers: "En-têtes",
    header: "En-tête",
    value: "Valeur",
    payload: "Contenu",
    payloadWithheld: "Le contenu est masqué pour votre rôle.",
    why: {
      title: "Pourquoi cet envoi a-t-il échoué ?",
      address_refused:
        "L’adresse n’est pas autorisée : elle mène à un réseau privé ou local. Utilisez une URL publique.",
      dns: "Le nom d’hôte est introuvable. Vérifiez l’orthographe de l’URL et les enregistrements DNS du domaine.",
      connect:
        "Le serveur n’a pas accepté la connexion. Vérifiez qu’il fonctionne et que son pare-feu autorise les requêtes entrantes.",
      tls: "La négociation TLS a échoué. Vérifiez que le certificat est valide, non expiré et complet.",
      timeout:
        "Le point de terminaison n’a pas répondu à temps. Conservez l’événement, répondez aussitôt par un statut 2xx, puis traitez-le.",
      closed:
        "Le point de terminaison a fermé la connexion sans répondre. Consultez ses journaux et ceux du proxy éventuel.",
      protocol: "La réponse n’est pas du HTTP valide. Vérifiez ce qui répond à cette adresse.",
      invalid_url: "L’URL n’est pas valide. Corrigez-la dans les paramètres des webhooks.",
      redirect:
        "Le point de terminaison a redirigé la requête. Les redirections ne sont pas suivies : indiquez l’URL finale dans les paramètres des webhooks.",
      unauthorized:
        "Le point de terminaison a refusé la requête. S’il vérifie les signatures, contrôlez ci-dessous ce qu’il a reçu ; sinon, vérifiez ses règles d’accès.",
      notFound: "Il n’y a rien à cette URL. Vérifiez le chemin, et que les requêtes POST sont acceptées.",
      gone: "Le point de terminaison a répondu 410 et a été désactivé. Activez-le dans les paramètres des webhooks pour recevoir de nouveau des événements.",
      tooMany:
        "Le point de terminaison limite le nombre de requêtes. Les tentatives suivantes attendent plus longtemps.",
      clientError:
        "Le point de terminaison a refusé la requête. Sa réponse ci-dessous en indique peut-être la raison.",
      serverError:
        "Le point de terminaison a échoué en traitant l’événement. Consultez ses journaux à l’heure de la tentative.",
      settings: "Paramètres des webhooks",
      check: "Vérifier une signature",
      checkIntro:
        "Si votre point de terminaison n’arrive pas à vérifier la signature, collez ce qu’il a reçu. Nous vous dirons ce qui ne va pas.",
      headers: "En-têtes reçus par votre point de terminaison",
      headersHint: "Un par ligne, par exemple X-Pay-Signature: t=…,v1=…",
      body: "Corps brut reçu par votre point de terminaison",
      run: "Vérifier",
      noHeaders: "Collez au moins l’en-tête X-Pay-Signature.",
      verifies: "La signature est valide.",
      fails: "La signature n’est pas valide.",
    },
  },
};
