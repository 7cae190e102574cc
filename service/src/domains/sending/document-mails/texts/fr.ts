import type { Translation } from "../../../../platform/values/translation.ts";
import type { texts as english } from "./en.ts";

export const texts: Translation<typeof english> = {
  subject: (number, company) => `Facture ${number} de ${company}`,
  owed: (amount, date) => `Voici votre facture. ${amount} à régler avant le ${date}.`,
  paid: "Voici votre facture. Elle est réglée, il ne reste rien à payer.",
  nothingDue: "Voici votre facture. Il ne reste rien à payer.",
  facts: { number: "Facture", due: "Échéance", amount: "Montant dû", total: "Total" },
  pay: "Voir et régler la facture",
  view: "Voir la facture",
  attached: "La facture est jointe en PDF.",
  reply: (company) => `Répondez à cet e-mail pour écrire à ${company}.`,
};
