import type { texts as english } from "../../settings/documents.ts";
import type { Translation } from "../../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Documents",
  intro:
    "L’apparence de vos factures, devis, avoirs et reçus, et les comptes sur lesquels vos clients peuvent virer.",
  readOnly: "Votre rôle permet de voir ces paramètres, mais pas de les modifier.",
  look: "Apparence",
  logo: "Logo",
  logoHint: "PNG, JPEG ou SVG, 256 Kio au maximum. Il est affiché sur fond blanc.",
  chooseLogo: "Choisir un fichier",
  logoNow: "Votre logo actuel",
  removeLogo: "Retirer le logo",
  logoSaved: "Logo enregistré.",
  logoRemoved: "Logo retiré.",
  colour: "Couleur d’accent",
  colourHint:
    "Pour les titres, les boutons et les liens. Une nuance plus foncée est utilisée si la lisibilité l’exige.",
  chooseColour: "Choisir une couleur",
  footer: "Pied de page",
  footerHint: "En bas de chaque page, sur deux lignes au maximum.",
  saved: "Apparence des documents enregistrée.",
  preview: "Aperçu",
  previewHeading: "Facture",
  previewItem: "Conseil, novembre",
  previewDue: "Reste à payer",
  programs: "Factures pour les logiciels",
  programsIntro:
    "Les PDF des factures et des avoirs contiennent aussi le document en XML, que le logiciel comptable de votre client peut lire. Les pages sont les mêmes dans les deux cas. Le choix vaut pour tous les PDF à partir de maintenant.",
  programsFormat: "Format",
  programsKinds: {
    ubl: {
      label: "UBL",
      hint: "Un fichier au numéro du document. La plupart des réseaux échangent ce format.",
    },
    factur_x: {
      label: "Factur-X (ZUGFeRD)",
      hint: "Le fichier factur-x.xml, profil EN 16931. Les logiciels en France et en Allemagne l’attendent dans un PDF.",
    },
  },
  programsSaved: "Format pour les logiciels enregistré.",
  check: "Ce PDF vient-il de vous ?",
  checkIntro:
    "Billfold conserve l’empreinte (SHA-256) de chaque PDF remis. Choisissez un fichier pour savoir s’il en fait partie, inchangé. Le fichier reste dans votre navigateur.",
  checkChoose: "Choisir un PDF",
  checkUnknown: (file) =>
    `${file} n’a pas été remis sous cette forme par votre entreprise. Il a peut-être été modifié ou vient d’ailleurs.`,
  checkFound: (file, document, at) =>
    `${file} est ${document}, sans modification, remis pour la première fois le ${at}.`,
  kinds: {
    invoice: (id) => `la facture ${id}`,
    credit_note: (id) => `l’avoir ${id}`,
    quote: (id) => `le devis ${id}`,
    receipt: (id) => `le reçu du paiement ${id}`,
    statement: (id) => `un relevé du client ${id}`,
    report: () => "un rapport",
  },
  accounts: "Comptes bancaires",
  accountsIntro:
    "Les factures, les devis et les pages de vos clients affichent les comptes dans leur devise, quatre au maximum, tant qu’il reste quelque chose à payer.",
  accountsReadOnly: "Seuls les propriétaires peuvent modifier les comptes bancaires.",
  accountsNone: "Aucun compte bancaire. Vos clients ne voient aucune coordonnée pour un virement.",
  account: (index) => `Compte ${index}`,
  currency: "Devise",
  holder: "Titulaire",
  bank: "Banque",
  iban: "IBAN",
  ibanHint: "Ou le numéro de compte.",
  accountNumber: "Numéro de compte",
  accountNumberHint: "Si la banque n’a pas d’IBAN.",
  bic: "BIC (SWIFT)",
  sortCode: "Code banque",
  add: "Ajouter un compte",
  remove: (index) => `Retirer le compte ${index}`,
  saveAccounts: "Enregistrer les comptes",
  accountsSaved: "Comptes bancaires enregistrés. Tous les propriétaires reçoivent un e-mail.",
};
