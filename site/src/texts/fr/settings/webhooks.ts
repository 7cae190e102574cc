import type { texts as english } from "../../settings/webhooks.ts";
import type { Translation } from "../../translation.ts";
import { overlaps } from "./keys.ts";

export const texts: Translation<typeof english> = {
  title: "Webhooks",
  intro:
    "Nous informons vos systèmes des événements : signés, dans l’ordre, et renvoyés jusqu’à ce qu’ils répondent.",
  add: "Ajouter un point de terminaison",
  primary: "Point de terminaison principal",
  further: "Point de terminaison",
  ownReceiver:
    "Aucune URL n’est définie. Les événements vont à notre récepteur intégré, où vous pouvez les consulter.",
  enabled: "Activé",
  disabled: "Désactivé",
  allEvents: "Tous les événements",
  events: (count) => (count === 1 ? "1 type d’événement" : `${count} types d’événements`),
  failingSince: "En échec depuis le",
  oldSecretUntil: "Aussi signé avec l’ancien secret jusqu’au",
  setAddress: "Définir l’URL",
  change: "Modifier",
  test: "Envoyer un événement de test",
  testSent: "Événement de test envoyé. Le résultat apparaît ci-dessous.",
  secret: "Nouveau secret",
  remove: "Supprimer",
  enable: "Activer",
  disable: "Désactiver",
  enabledToast: "Point de terminaison activé. Les nouveaux événements lui sont envoyés.",
  disabledToast: "Point de terminaison désactivé.",
  removedToast: "Point de terminaison supprimé.",
  removeTitle: (url) => `Supprimer ${url} ?`,
  removeBody:
    "Plus aucun événement ne lui est envoyé et son journal d’envois est supprimé. Les événements restent dans le flux.",
  removeConfirm: "Supprimer le point de terminaison",
  form: {
    addTitle: "Ajouter un point de terminaison",
    editTitle: "Modifier le point de terminaison",
    url: "URL",
    urlHint:
      "Nous envoyons les événements par POST. Répondez avec un statut 2xx en moins de 10 secondes. La production exige https.",
    urlPrimaryHint: "Laissez vide pour utiliser notre récepteur intégré.",
    description: "Description",
    filter: "Événements",
    all: "Tous les événements",
    some: "Événements choisis",
    saved: "Point de terminaison enregistré.",
    add: "Ajouter",
  },
  rotate: {
    title: "Créer un nouveau secret de signature ?",
    intro:
      "Le nouveau secret n’est affiché qu’une fois. Pendant la transition, chaque envoi est signé avec les deux secrets : vous pouvez changer sans perdre d’événement.",
    overlap: "Continuer à signer avec l’ancien secret pendant",
    overlaps,
    confirm: "Créer un nouveau secret",
    label: "Secret de webhook",
  },
  log: {
    title: "Envois",
    intro: "Événements envoyés, les plus récents d’abord.",
    emptyTitle: "Aucun envoi",
    empty:
      "Envoyez un événement de test ou émettez une facture. Les envois apparaissent ici en moins d’une seconde.",
  },
};
