import type { Translation } from "../../../../platform/values/translation.ts";
import type { texts as english } from "./en.ts";

export const texts: Translation<typeof english> = {
  reply: (company) => `Répondez à cet e-mail pour écrire à ${company}.`,
  invoice: {
    subject: (number, company) => `Facture ${number} de ${company}`,
    noNumberYet: "(numéro à l’émission)",
    owed: (amount, date) => `Voici votre facture. ${amount} à régler avant le ${date}.`,
    paid: "Voici votre facture. Elle est réglée, il ne reste rien à payer.",
    nothingDue: "Voici votre facture. Il ne reste rien à payer.",
    number: "Facture",
    due: "Échéance",
    amountDue: "Montant dû",
    total: "Total",
    pay: "Voir et régler la facture",
    view: "Voir la facture",
    attached: "La facture est jointe en PDF.",
  },
  quote: {
    subject: (number, company) => `Devis ${number} de ${company}`,
    offered: (amount, date) =>
      `Voici notre devis de ${amount}. Vous pouvez l’accepter ou le refuser jusqu’au ${date}.`,
    number: "Devis",
    total: "Total",
    validUntil: "Valable jusqu’au",
    view: "Voir le devis et y répondre",
    attached: "Le devis est joint en PDF.",
  },
  creditNote: {
    subject: (number, company) => `Avoir ${number} de ${company}`,
    credited: (amount, invoice) => `Voici votre avoir. Il crédite ${amount} de la facture ${invoice}.`,
    number: "Avoir",
    invoice: "Facture",
    total: "Montant crédité",
    reason: "Motif",
    view: "Voir la facture",
    attached: "L’avoir est joint en PDF.",
  },
  receipt: {
    subject: (company) => `Reçu de ${company}`,
    received: (amount, date) => `Merci. Nous avons bien reçu votre paiement de ${amount} le ${date}.`,
    amount: "Payé",
    refunded: "Remboursé",
    invoice: "Facture",
    method: "Payé par",
    view: "Voir la facture",
    attached: "Le reçu est joint en PDF.",
  },
  statement: {
    subject: (company) => `Relevé de compte de ${company}`,
    period: (from, to) => `Voici votre relevé de compte du ${from} au ${to}.`,
    balance: "Solde",
    credit: "À votre crédit",
    attached: "Le relevé est joint au format PDF.",
  },
};
