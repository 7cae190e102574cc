import type { texts as english } from "../sending.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  invoice: {
    action: "Envoyer par e-mail",
    title: "Envoyer cette facture",
    intro:
      "L’e-mail contient les montants et un bouton vers une page où l’acheteur peut lire et régler la facture. Les réponses arrivent à l’adresse de votre entreprise.",
    done: (address) => `La facture est en route vers ${address}.`,
  },
  quote: {
    action: "Envoyer",
    again: "Renvoyer",
    title: (number) => `Envoyer ${number} au client`,
    intro:
      "L’e-mail contient un bouton vers une page où le client peut accepter ou refuser le devis, qui ne peut alors plus être modifié. Sans adresse, vous recevez le lien et l’envoyez vous-même.",
    done: (address) => `Le devis est en route vers ${address}.`,
    opened: "Le devis est ouvert au client. Copiez son lien et envoyez-le.",
  },
  creditNote: {
    action: "Envoyer",
    title: (number) => `Envoyer ${number}`,
    intro: "L’e-mail contient les montants et un bouton vers la page de la facture.",
    done: (address) => `L’avoir est en route vers ${address}.`,
  },
  receipt: {
    action: "Envoyer le reçu",
    title: "Envoyer le reçu",
    intro: "L’e-mail remercie pour le paiement. Les réponses arrivent à l’adresse de votre entreprise.",
    done: (address) => `Le reçu est en route vers ${address}.`,
  },
  statement: {
    action: "Envoyer par e-mail",
    link: "Relevé",
    title: "Envoyer ce relevé",
    intro:
      "L’e-mail contient le solde et le relevé de ces jours. Les réponses arrivent à l’adresse de votre entreprise.",
    done: (address) => `Le relevé est en route vers ${address}.`,
  },
  to: "Destinataire",
  several: "Séparez plusieurs adresses par des virgules.",
  cc: "Copie à",
  message: "Message",
  messageHint: "À la place de notre phrase habituelle.",
  attach: "Joindre le PDF",
  save: "Envoyer",
  preview: "Aperçu",
  noPreview: "L’aperçu n’a pas pu être chargé. Vous pouvez tout de même envoyer l’e-mail.",
  mails: {
    title: "E-mails",
    to: "Destinataire",
    copies: (addresses: string) => `Copies à ${addresses}`,
    at: "Créé",
    status: "Statut",
    statuses: {
      queued: "En route",
      sent: "Envoyé",
      failed: "Échec",
      expired: "Non envoyé à temps",
      cancelled: "Non envoyé",
      kept: "Conservé, non envoyé",
    },
  },
};
