import type { NotificationMailTexts } from "./texts.ts";

export const texts: NotificationMailTexts = {
  subject: (company, sentence) => `${company} : ${sentence}`,
  several: (company, count) => `${company} : ${count} notifications`,
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
  unallocated: "Non affecté à une facture",
  imported: (created, updated, failed) =>
    failed > 0
      ? `${created} créés, ${updated} modifiés, ${failed} en erreur`
      : `${created} créés, ${updated} modifiés`,
  what: "Objet",
  details: "Détails",
  when: "Date",
  since: (company) => `Voici ce qui s’est passé chez ${company} :`,
  more: "Il peut y en avoir davantage que dans cette liste.",
  open: "Ouvrir dans Billfold",
  openDashboard: "Ouvrir le tableau de bord",
  view: "Afficher",
  chosen: "Vous avez choisi ces e-mails sous Paramètres, Mon compte.",
  stop: "Ne plus recevoir ces e-mails",
};
