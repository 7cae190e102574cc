import type { texts as english } from "../mails.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "E-mails non distribués",
  intro:
    "Nous réessayons pendant deux jours, sauf si le serveur de messagerie a refusé définitivement l’adresse.",
  to: "Destinataire",
  subject: "Objet",
  status: "Statut",
  reason: "Raison",
  at: "Créé",
  statuses: {
    queued: "Nouvel essai prévu",
    sent: "Envoyé",
    failed: "Échec",
    expired: "Expiré",
    cancelled: "Annulé",
    kept: "Non envoyé",
  },
};
