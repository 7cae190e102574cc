import { html } from "../../../platform/html.ts";
import type { Translation } from "../../../platform/values/translation.ts";
import type { texts as english } from "./en.ts";

export const texts: Translation<typeof english> = {
  title: (number, company) => `Facture ${number} de ${company}`,
  shared: (company) => `Facture de ${company}`,
  sharedHow: "Ouvrez le lien pour voir la facture et la régler.",
  heading: (number) => `Facture ${number}`,
  reference: "Facture",
  questions: (company, contact) =>
    html`Une question sur cette facture ? Contactez ${company}${contact && html` : ${contact}`}.`,
  details: "Détail de la facture",
  notes: "Remarques",
  pdf: "Télécharger en PDF",
  xml: "Télécharger en XML",

  due: (date) => html`À régler avant le ${date}.`,
  overdue: (date) => html`Elle était à régler avant le ${date}.`,
  pay: (amount) => `Payer ${amount}`,
  payHow: "Vous choisirez le moyen de paiement à la page suivante.",
  offline: (company) =>
    html`${company} n’accepte pas le paiement en ligne de cette facture. Demandez-lui comment la régler.`,

  transfer: {
    heading: "Payer par virement",
    reference: (number) => html`Indiquez la référence ${number}, pour que votre paiement soit retrouvé.`,
    bank: "Banque",
    name: "Titulaire",
    number: "Numéro de compte",
    sortCode: "Code banque",
  },
  paid: {
    heading: "Cette facture est réglée",
    what: (company) => html`Merci. ${company} a tout reçu, il ne reste rien à payer.`,
  },
  settled: {
    heading: "Il n’y a rien à payer",
    what: (company) => html`${company} a émis un avoir pour le reste de cette facture.`,
  },
  withheld: {
    heading: "Il n’y a rien à payer",
    what: (company) =>
      html`Il ne reste que l’impôt que vous retenez à la source. Envoyez l’attestation à ${company}.`,
  },
  voided: {
    heading: "Cette facture a été annulée",
    what: (company) => html`Ne la payez pas. Si cela vous étonne, demandez à ${company}.`,
  },

  facts: { date: "Date", due: "Échéance", fiscal: "Référence fiscale" },
  paymentsSoFar: "Paiements reçus",
  receipt: "Reçu",
  earlierPayments: (count) =>
    count === 1 ? "Et 1 paiement antérieur." : `Et ${count} paiements antérieurs.`,
  partOf: (whole) => `Part d’un paiement de ${whole}`,
  unallocated: "Reçu, pas encore déduit de cette facture",

  proof: {
    link: "Vérifier ce document",
    title: (number, company) => `Preuve de la facture ${number} de ${company}`,
    heading: "Ce document est-il authentique ?",
    intro:
      "Chaque PDF remis a une empreinte (SHA-256). Choisissez le fichier que vous avez, ou collez son empreinte. Rien n’est enregistré.",
    stays: "Le fichier reste sur votre appareil.",
    isSent: "Le fichier est envoyé pour être comparé, et n’est pas enregistré.",
    file: "PDF de la facture, d’un reçu ou d’un avoir",
    hash: "Empreinte (SHA-256, 64 chiffres et lettres)",
    check: "Vérifier",
    genuine: "Oui : ce fichier est authentique",
    genuineWhat: {
      invoice: (date) => html`Il a été remis pour cette facture, la première fois le ${date}.`,
      receipt: (date) =>
        html`Il a été remis comme reçu d’un paiement de cette facture, la première fois le ${date}.`,
      credit_note: (date) =>
        html`Il a été remis comme avoir pour cette facture, la première fois le ${date}.`,
    },
    unknown: "Non : ce fichier n’a pas été remis pour cette facture",
    unknownWhat: (company) =>
      html`Il a été modifié, ou c’est un autre document. Téléchargez la facture de nouveau depuis cette page, ou demandez à ${company}. Imprimer ou enregistrer un PDF avec un autre programme change aussi son empreinte.`,
    malformed: "Une empreinte a 64 chiffres et lettres de a à f. Collez-la de nouveau.",
    record: "Cette facture dans les livres",
    recordWhat: (company) =>
      html`Chaque modification des livres de ${company} est un événement dans une chaîne d’empreintes. Un événement modifié plus tard rompt la chaîne, et un point de contrôle signé fixe tous les événements jusqu’à lui.`,
    number: "Facture",
    total: "Total",
    issued: "Émise",
    fiscal: "Référence de l’administration fiscale",
    fileHash: (date) => `Empreinte du PDF du ${date}`,
    sequence: "Place dans la chaîne",
    bodyHash: "Empreinte de la facture émise",
    eventHash: "Empreinte de la chaîne à cet endroit",
    checkpoint: "Couverte par le point de contrôle",
    checkpointAt: (sequence, date, key) =>
      html`${String(sequence)}, signé le ${date} avec la clé ${String(key)}`,
    checkpointHash: "Empreinte signée",
    notChained:
      "Cette facture n’a pas encore de place dans la chaîne. Elle en reçoit une en arrière-plan ; revenez plus tard.",
    notCovered: "Aucun point de contrôle ne la couvre encore : il en est signé un chaque jour.",
    back: "Retour à la facture",
  },

  problems: {
    back: "Retour à la facture",
    missing: {
      heading: "Cette facture est introuvable",
      what: "L’adresse est incomplète ou contient une faute de frappe.",
      cure: "Ouvrez de nouveau le lien du message reçu, ou demandez-en un nouveau à l’entreprise qui l’a envoyé.",
    },
    later: {
      heading: "Cette page n’est pas disponible pour le moment",
      what: "Nous n’avons pas pu terminer votre demande, et rien ne vous a été débité.",
      cure: "Patientez un instant, puis réessayez.",
    },
    refused: {
      heading: "Cela n’a pas fonctionné",
      what: "Nous n’avons pas pu faire ce que vous demandiez, et rien ne vous a été débité.",
      cure: "Revenez à la facture : elle indique ce qui reste à payer.",
    },
    fault: {
      heading: "Une erreur s’est produite de notre côté",
      what: "Nous avons enregistré l’erreur. Rien ne vous a été débité.",
      cure: "Revenez à la facture et réessayez.",
    },
  },
};
