import { html } from "../../../platform/html.ts";
import type { QuoteTexts } from "./texts.ts";

export const texts: QuoteTexts = {
  title: (number, company) => `Devis ${number} de ${company}`,
  heading: (number) => `Devis ${number}`,
  validUntil: (date) => html`Valable jusqu’au ${date}.`,
  details: "Détail du devis",
  total: "Total",
  notes: "Remarques",
  pdf: "Télécharger en PDF",
  reference: "Devis",
  questions: (company, contact) =>
    html`Une question sur ce devis ? Contactez ${company}${contact && html` : ${contact}`}.`,

  name: "Votre nom",
  nameWhy: (company) => html`${company} saura qui a répondu.`,
  nameMissing: "Saisissez votre nom.",
  accept: "Accepter le devis",
  decline: "Refuser le devis",
  declineHow: "Refuser le devis à la place",
  reason: "Motif (facultatif)",

  facts: {
    date: "Date",
    validUntil: "Valable jusqu’au",
    by: "Réponse de",
    at: "Répondu le",
    reason: "Motif",
  },

  accepted: {
    heading: "Vous avez accepté ce devis",
    what: (company) => html`Merci. ${company} en est informée et vous recontactera.`,
  },
  declined: {
    heading: "Ce devis a été refusé",
    what: (company) => html`S’il s’agit d’une erreur, demandez un nouveau devis à ${company}.`,
  },
  expired: {
    heading: "Ce devis a expiré",
    what: (company) => html`Il ne peut plus être accepté. Demandez un nouveau devis à ${company}.`,
  },
  invoiced: {
    heading: "Ce devis est devenu une commande",
    what: (company) => html`${company} s’en occupe : aucune réponse n’est plus nécessaire.`,
  },
  unavailable: {
    heading: "Impossible de répondre à ce devis pour le moment",
    what: (company) => html`Rouvrez cette page plus tard, ou adressez-vous à ${company}.`,
  },

  problems: {
    back: "Retour au devis",
    missing: {
      heading: "Ce devis est introuvable",
      what: "L’adresse est incomplète ou contient une faute de frappe.",
      cure: "Rouvrez le lien depuis le message reçu, ou demandez-en un nouveau à l’entreprise qui l’a envoyé.",
    },
    later: {
      heading: "Cette page n’est pas disponible pour le moment",
      what: "Nous n’avons pas pu terminer votre demande.",
      cure: "Patientez un instant, puis réessayez : la page indiquera si vous avez répondu.",
    },
    refused: {
      heading: "Cela n’a pas fonctionné",
      what: "Nous n’avons pas compris ce que votre navigateur a envoyé ; aucune réponse n’a été enregistrée.",
      cure: "Revenez au devis et réessayez à partir de là.",
    },
    fault: {
      heading: "Une erreur s’est produite de notre côté",
      what: "Nous avons enregistré l’erreur.",
      cure: "Revenez au devis : il indique si vous avez répondu.",
    },
  },
};
