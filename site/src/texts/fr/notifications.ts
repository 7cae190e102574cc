import type { texts as english } from "../notifications.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Notifications",
  bell: (unread) => (unread > 0 ? `Notifications, ${unread} non lues` : "Notifications"),
  none: "Vous n’avez aucune notification.",
  noneHint:
    "Les paiements, les contestations, les réponses aux devis, les échecs d’enregistrement, d’e-mails et d’envoi de webhooks, les points de terminaison désactivés et les imports terminés apparaissent ici.",
  readAll: "Tout marquer comme lu",
  preferences: "Choisir les notifications",
  unread: "Non lue",
  sentences: {
    payment: (amount) => `Paiement de ${amount} reçu`,
    disputed: {
      open: (amount) => `Paiement de ${amount} contesté`,
      won: (amount) => `Contestation de ${amount} gagnée`,
      lost: (amount) => `Contestation de ${amount} perdue`,
    },
    quote: {
      accepted: (number) => `Devis ${number} accepté`,
      declined: (number) => `Devis ${number} refusé`,
    },
    registration: (number) => `L’enregistrement de la facture ${number} a échoué`,
    creditNote: (number) => `L’enregistrement de l’avoir ${number} a échoué`,
    recurring: (customer) => `La facture récurrente pour ${customer} a échoué`,
    mail: (subject) => `E-mail non distribué : ${subject}`,
    deliveries: "Échec d’envois webhook",
    endpoint: "Point de terminaison webhook désactivé",
    import: (file) => `Import de ${file} terminé`,
  },
  details: {
    payment: (number, customer) => `${number} · ${customer}`,
    unallocated: "Non affecté à une facture",
    import: (created, updated, failed) =>
      failed > 0
        ? `${created} créés, ${updated} modifiés, ${failed} en erreur`
        : `${created} créés, ${updated} modifiés`,
  },
  card: {
    title: "Notifications",
    intro:
      "Choisissez ce qui vous est signalé dans cette entreprise. Votre choix ne concerne pas les autres personnes.",
    saved: "Préférences de notification enregistrées.",
    kind: "Événement",
    dashboard: "Tableau de bord",
    email: "E-mail",
    inDashboard: (kind) => `${kind} : dans le tableau de bord`,
    byEmail: (kind) => `${kind} : par e-mail`,
    emailHint:
      "Les e-mails arrivent en moins d’un quart d’heure ; ce qui se produit ensemble arrive dans un seul e-mail. Ce que vous avez lu dans le tableau de bord n’y figure pas.",
    noEmail:
      "Ce service ne peut pas encore envoyer d’e-mails. Demandez à son opérateur de configurer un serveur de messagerie.",
    kinds: {
      payment_received: "Paiement reçu",
      payment_disputed: "Paiement contesté",
      quote_answered: "Devis accepté ou refusé",
      registration_failed: "Échec de l’enregistrement auprès de l’administration fiscale",
      recurring_invoice_failed: "Échec d’une facture récurrente",
      mail_failed: "E-mail non distribué",
      deliveries_failed: "Échec d’envois webhook",
      endpoint_disabled: "Point de terminaison webhook désactivé",
      import_finished: "Import terminé",
    },
    hints: {
      payment_received: "Quand un client paie ou qu’une autre personne enregistre un paiement.",
      payment_disputed: "Quand la banque d’un client conteste un paiement, et quand elle a tranché.",
      quote_answered: "Quand un client répond à un devis, ou qu’une autre personne enregistre sa réponse.",
      registration_failed: "Quand l’administration fiscale refuse une facture ou un avoir.",
      recurring_invoice_failed: "Quand une facture récurrente n’a pas pu être créée, émise ou enregistrée.",
      mail_failed: "Quand une facture, un devis, un avoir ou un reçu n’a pas pu être distribué par e-mail.",
      deliveries_failed:
        "Quand toutes les tentatives d’un envoi ont échoué ; au plus une fois par jour et par point de terminaison.",
      endpoint_disabled:
        "Quand Billfold ou une autre personne arrête les envois vers un point de terminaison.",
      import_finished: "Quand un fichier de clients, de produits ou de taux de change a été importé.",
    },
  },
};
