import { html } from "../../../platform/html.ts";
import type { Translation } from "../../../platform/values/translation.ts";
import { texts as invoice } from "../../invoices/texts/fr.ts";
import type { texts as en } from "./en.ts";

export const texts: Translation<typeof en> = {
  proof: {
    ...invoice.proof,
    title: (number, company) => `Preuve du reçu ${number} de ${company}`,
    file: "PDF du reçu",
    genuineWhat: {
      ...invoice.proof.genuineWhat,
      receipt: (date) => html`Il a été remis comme reçu de ce paiement, la première fois le ${date}.`,
    },
    unknown: "Non : ce fichier n’a pas été remis pour ce paiement",
    unknownWhat: (company) =>
      html`Il a été modifié, ou c’est un autre document. Redemandez le reçu à ${company}. Imprimer ou enregistrer un PDF avec un autre programme change aussi son empreinte.`,
    record: "Ce paiement dans les livres",
    number: "Paiement",
    total: "Montant",
    issued: "Payé",
    refunded: "Remboursé",
    reversed: "Annulé : le paiement ne compte plus",
    bodyHash: "Empreinte du paiement enregistré",
    notChained:
      "Ce paiement n’a pas encore de place dans la chaîne. Il en reçoit une en arrière-plan ; revenez plus tard.",
  },
  problems: {
    ...invoice.problems,
    back: "Retour au reçu",
    missing: {
      heading: "Ce reçu est introuvable",
      what: "L’adresse est incomplète ou contient une faute de frappe.",
      cure: "Ouvrez de nouveau l’adresse qui figure sur le reçu, ou demandez-en un nouveau à l’entreprise qui l’a remis.",
    },
    refused: {
      heading: "Cela n’a pas fonctionné",
      what: "Nous n’avons pas pu faire ce que vous demandiez.",
      cure: "Revenez au reçu et réessayez.",
    },
  },
};
