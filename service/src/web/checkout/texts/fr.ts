import { html } from "../../../platform/html.ts";
import type { CheckoutTexts } from "./texts.ts";

export const texts: CheckoutTexts = {
  language: "fr",
  locale: "fr",
  direction: "ltr",
  name: "Français",

  sandbox: html`<strong>Mode test.</strong> Aucun argent réel n’est débité.`,
  reference: "Référence du paiement",
  questions: (company, contact) =>
    html`Une question sur ce paiement ? Contactez ${company}${contact && html` : ${contact}`}.`,
  poweredBy: "Propulsé par Billfold",

  someGateway: html`notre prestataire de paiement`,

  subject: {
    title: "Objet",
    amount: "Montant",
    payment: (company) => html`Paiement à ${company}`,
    invoice: (number) => `Facture ${number}`,
    invoiceDue: (number, date) => html`Facture ${number}, <span class="whole">échéance le ${date}</span>`,
    due: (date) => html`Échéance le ${date}`,
  },

  email: {
    missing: "Saisissez votre adresse e-mail.",
    malformed: "Saisissez une adresse e-mail complète, par exemple vous@exemple.com.",
  },

  amount: {
    label: "Montant",
    from: (min) => `Au moins ${min}.`,
    between: (min, max) => `Entre ${min} et ${max}.`,
    malformed: "Saisissez un montant, par exemple 25,00.",
    tooLittle: (min) => `Saisissez au moins ${min}.`,
    tooMuch: (max) => `Saisissez au plus ${max}.`,
  },

  quantity: {
    label: "Quantité",
    each: "l’unité",
    between: (min, max) => `De ${min} à ${max}.`,
    outside: (min, max) => `Saisissez un nombre entier de ${min} à ${max}.`,
  },

  description: (company, invoiceNumber) =>
    invoiceNumber === null ? `Paiement à ${company}` : `Facture ${invoiceNumber} de ${company}`,

  payable: {
    title: (amount, company) => `Payer ${amount} à ${company}`,
    pay: (amount) => `Payer ${amount}`,
    openTitle: (company) => `Payer ${company}`,
    payOpen: "Continuer vers le paiement",
    methods: (methods, gateway) =>
      html`Payez par ${methods} sur la page sécurisée de ${gateway}. Vos données de paiement ne sont saisies que là.`,
    expires: (moment) => html`Ce lien est valable jusqu’au ${moment}.`,
    email: "Adresse e-mail",
    emailWhy: (gateway) => html`${gateway} en a besoin pour traiter votre paiement.`,
    problem: "Votre paiement n’a pas abouti",
    problemCure: "Vous pouvez réessayer ou choisir un autre moyen de paiement.",
    problemTitle: (title) => `Votre paiement n’a pas abouti. ${title}`,
    scan: "Payer avec votre téléphone",
    scanHow: "Scannez ce code avec l’appareil photo de votre téléphone pour y ouvrir cette page.",
    scanAlternative: "Code QR avec l’adresse de cette page",
  },

  begun: {
    title: (amount, company) => `Terminer le paiement de ${amount} à ${company}`,
    heading: "Votre paiement n’est pas encore terminé",
    what: (gateway) =>
      html`Vous avez commencé à payer sur la page de ${gateway}. Si vous n’avez pas encore payé, continuez là-bas.`,
    already: "Si vous avez payé, ne payez pas une seconde fois. Vérifiez de nouveau dans un instant.",
    onward: (gateway) => html`Continuer vers ${gateway}`,
    again: "J’ai payé, vérifier",
  },

  processing: {
    title: (amount, company) => `Confirmation du paiement de ${amount} à ${company}`,
    heading: "Votre paiement est en cours de confirmation",
    what: (gateway) =>
      html`Nous attendons la confirmation de ${gateway}. Cela peut prendre quelques minutes.`,
    nothingToDo: html`<strong>Vous n’avez rien à faire. Ne payez pas une seconde fois.</strong>`,
    refreshes:
      "Cette page s’actualise toutes les quelques secondes. Vous pouvez la fermer : votre paiement est traité dans tous les cas.",
    again: "Vérifier maintenant",
  },

  starting: {
    title: (amount, company) => `Ouverture du paiement de ${amount} à ${company}`,
    heading: "Ouverture de la page de paiement",
    what: "Cela prend quelques secondes. Vous n’avez pas encore été débité.",
    again: "Vérifier de nouveau",
  },

  back: (site) => html`Retour à ${site}`,

  paid: {
    title: (amount, company) => `Payé : ${amount} à ${company}`,
    heading: "Paiement reçu",
    thanks: (company) => html`Merci. ${company} a bien reçu votre paiement. Vous n’avez plus rien à faire.`,
    part: (company) => html`Merci. ${company} a bien reçu votre paiement.`,
    left: (amount) => html`Il reste ${amount} à payer sur cette facture.`,
    leftHow: (company) => html`Pour payer le solde, demandez un autre lien de paiement à ${company}.`,
    headingRefunded: "Paiement remboursé",
    refunded: (company) =>
      html`${company} a remboursé ce paiement en totalité. Quelques jours peuvent s’écouler avant qu’il n’arrive sur votre compte.`,
    refundedPart: (company, amount) =>
      html`${company} a bien reçu votre paiement et en a remboursé ${amount}.`,
    returning: (site) => html`Vous serez ramené à ${site} dans quelques secondes.`,
    receipt: "Voir le reçu",
    pdf: "Télécharger le reçu (PDF)",
  },

  receipt: {
    title: (amount, company) => `Reçu : ${amount} payé à ${company}`,
    heading: "Reçu",
    paidTo: "Payé à",
    paidFor: "Objet",
    invoice: "Facture",
    paidAt: "Payé le",
    method: "Moyen de paiement",
    payment: "Paiement n°",
    taker: "Prestataire",
    transaction: "Transaction",
    refunded: "Remboursé",
    left: "Reste à payer",
    sandbox: "Ceci est un test. Aucun argent n’a été versé et ce document n’est pas une preuve de paiement.",
    back: "Retour au paiement",
    proof: "Vérifier ce document",
  },

  expired: {
    title: (amount, company) => `Lien expiré : ${amount} à ${company}`,
    heading: "Ce lien de paiement a expiré",
    what: (moment) => html`Il était valable jusqu’au ${moment} et ne peut plus être payé.`,
    cure: (company) =>
      html`Pour payer, demandez un nouveau lien à ${company}. Si vous avez déjà payé, communiquez-leur la référence ci-dessous.`,
  },

  cancelled: {
    title: (amount, company) => `Lien annulé : ${amount} à ${company}`,
    heading: "Ce lien de paiement a été annulé",
    what: (company) => html`${company} l’a annulé ; il ne peut plus être payé.`,
    cure: (company) =>
      html`Si vous devez encore payer, demandez un nouveau lien à ${company}. Si vous avez déjà payé, communiquez-leur la référence ci-dessous.`,
  },

  full: {
    title: (amount, company) => `Lien fermé : ${amount} à ${company}`,
    heading: "Ce lien de paiement est fermé",
    what: (company) => html`${company} n’accepte plus de paiements avec ce lien. Vous n’avez pas été débité.`,
    cure: (company) =>
      html`Si vous souhaitez toujours payer, demandez un nouveau lien à ${company}. Si vous avez déjà payé, envoyez-lui la référence ci-dessous.`,
  },

  held: {
    title: (amount, company) => `D’autres personnes paient : ${amount} à ${company}`,
    heading: "D’autres personnes paient en ce moment",
    what: (company) =>
      html`${company} limite le nombre de paiements de ce lien, et d’autres acheteurs règlent tout ce qui reste. Vous n’avez pas été débité.`,
    cure: () => html`Rouvrez ce lien dans 15 minutes : si l’un d’eux ne paie pas, vous pourrez le faire.`,
  },

  settled: {
    title: (company) => `Rien à payer à ${company}`,
    heading: "Il n’y a rien à payer",
    isPaid: "Cette facture a été entièrement payée ou couverte par un avoir.",
    isVoid: "Cette facture a été annulée.",
    cure: (company) =>
      html`Vous n’avez rien à faire. S’il s’agit d’une erreur, contactez ${company} en indiquant la référence ci-dessous.`,
  },

  unavailable: {
    title: (amount, company) => `Paiement en ligne indisponible : ${amount} à ${company}`,
    heading: "Le paiement en ligne n’est pas disponible",
    what: (company) =>
      html`${company} ne peut pas encaisser de paiements ici pour le moment. Vous n’avez pas été débité.`,
    cure: (company) =>
      html`Demandez à ${company} comment payer autrement, ou rouvrez ce lien plus tard. La référence est indiquée ci-dessous.`,
  },

  invoice: {
    heading: "Détail de la facture",
    headingPaid: "Détail de la facture",
    item: "Article",
    amount: "Montant",
    more: (count) => (count === 1 ? "Afficher 1 article de plus" : `Afficher ${count} articles de plus`),
    furtherItems: "Autres articles",
    notesCut: "La suite des remarques est dans le PDF.",
    unlisted: (count) =>
      count === 1
        ? "1 autre article n’est pas affiché ici. Il est compris dans le total."
        : `${count} autres articles ne sont pas affichés ici. Ils sont compris dans le total.`,
    subtotal: "Total HT",
    discount: "Remise",
    charges: "Frais",
    tax: "Taxes",
    taxAt: (rate, category) => (category ? `Taxe (${rate}) · ${category}` : `Taxe (${rate})`),
    subtotalWithTax: "Sous-total TTC",
    taxIncluded: "Dont taxes",
    taxIncludedAt: (rate, category) =>
      category ? `Dont taxe (${rate}) · ${category}` : `Dont taxe (${rate})`,
    total: "Total de la facture",
    settled: "Déjà payé",
    settledWithCredit: "Payé ou crédité",
    withheld: (rate) => `Retenue à la source (${rate}) déduite par l’acheteur`,
    toPay: "À payer maintenant",
    later: "À payer plus tard",
    paid: "Ce paiement",
  },

  problems: {
    back: "Retour à la page de paiement",
    requestId: "Si vous demandez de l’aide, indiquez ce numéro :",
    missing: {
      heading: "Ce lien de paiement est introuvable",
      what: "L’adresse est incomplète ou contient une erreur. Vous n’avez pas été débité.",
      cure: "Rouvrez le lien depuis le message que vous avez reçu, ou demandez-en un nouveau à l’entreprise qui l’a envoyé.",
    },
    insecure: {
      heading: "Cette page exige une connexion sécurisée",
      what: "Elle a été ouverte en HTTP simple, que d’autres personnes du réseau peuvent lire. Vous n’avez pas été débité.",
      cure: "Continuez vers l’adresse sécurisée.",
      onward: "Ouvrir la page sécurisée",
    },
    busy: {
      heading: "Trop de tentatives",
      what: "Cette page a été ouverte trop souvent en peu de temps. Cette tentative n’a donné lieu à aucun débit.",
      cure: (wait) => `Patientez ${wait}, puis réessayez.`,
    },
    declined: {
      heading: "Le paiement n’a pas pu commencer",
      what: "Le prestataire de paiement ne l’a pas accepté. Vous n’avez pas été débité.",
      cure: "Revenez en arrière et réessayez. Si cela ne suffit pas, demandez à l’entreprise comment payer autrement.",
    },
    unreachable: {
      heading: "Le prestataire de paiement est injoignable",
      what: "Il n’a pas répondu, le paiement n’a donc pas pu commencer. Vous n’avez pas été débité.",
      cure: "Réessayez dans une minute.",
    },
    down: {
      heading: "Cette page n’est pas disponible pour le moment",
      what: "Votre demande n’a pas pu être traitée jusqu’au bout. Si vous venez de payer, ne payez pas une seconde fois.",
      cure: "Réessayez dans une minute : la page indique alors si vous avez payé.",
    },
    refused: {
      heading: "Cela n’a pas fonctionné",
      what: "Nous n’avons pas compris ce que votre navigateur a envoyé. Cette tentative n’a donné lieu à aucun débit.",
      cure: "Revenez à la page de paiement et réessayez à partir de là.",
    },
    fault: {
      heading: "Une erreur s’est produite de notre côté",
      what: "Nous avons enregistré l’erreur. Nous ne pouvons pas savoir d’ici si votre paiement a abouti.",
      cure: "Revenez à la page de paiement : elle indique si vous avez payé. Ne payez pas de nouveau avant d’avoir vérifié.",
    },
    moment: "un instant",
    seconds: (count) => (count === 1 ? "une seconde" : `${count} secondes`),
    minutes: (count) => (count === 1 ? "une minute" : `${count} minutes`),
  },
};
