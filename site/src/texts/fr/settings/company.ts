import type { texts as english } from "../../settings/company.ts";
import type { Translation } from "../../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Entreprise",
  checkpoints: "Points de contrôle des livres par e-mail",
  checkpointsIntro:
    "Un point de contrôle est une empreinte signée de tout ce que contiennent vos livres, établie chaque jour où il y a des changements. Avec un exemplaire que vous avez conservé, vous pouvez prouver plus tard que personne n’a modifié le passé, pas même l’exploitant de ce service.",
  checkpointsEnabled: "Envoyer chaque nouveau point de contrôle par e-mail",
  checkpointsEmail: "Adresse e-mail",
  checkpointsEmailHint:
    "Par exemple celle de votre commissaire aux comptes. Si elle est vide, tous les propriétaires reçoivent les e-mails.",
  checkpointsSaved: "E-mails des points de contrôle enregistrés.",
  checkpointsReadOnly: "Seuls les propriétaires peuvent modifier ce réglage.",
  checkpointsNoMail: "Ce service ne peut pas encore envoyer d’e-mails.",
  intro: "Les informations de votre entreprise sur les factures, et les valeurs par défaut.",
  readOnly: "Votre rôle permet de consulter ces paramètres, pas de les modifier.",
  legalReadOnly:
    "Le nom, le numéro fiscal et le numéro d’immatriculation identifient votre entreprise sur les factures. Seuls les propriétaires peuvent les modifier.",
  identity: "Identité",
  name: "Nom",
  email: "Adresse e-mail",
  emailHint: "Vos clients la voient sur les factures et au moment du paiement.",
  phone: "Téléphone",
  taxId: "Numéro fiscal",
  registrationNumber: "Numéro d’immatriculation",
  address: "Adresse",
  line1: "Rue et numéro",
  line2: "Complément d’adresse",
  city: "Ville",
  region: "Région",
  postalCode: "Code postal",
  country: "Pays",
  chooseCountry: "Choisissez un pays",
  invoicing: "Valeurs par défaut des factures",
  invoicingIntro:
    "Pour les factures créées dans le tableau de bord et par l’API. Les factures existantes ne changent pas.",
  currency: "Devise par défaut",
  currencyHint: "Utilisée quand aucune devise n’est indiquée.",
  timeZone: "Fuseau horaire",
  timeZoneHint: "Détermine la date de vos factures.",
  paymentTerms: "Délai de paiement (jours)",
  prices: "Prix unitaires",
  pricesHint: "Réglage des nouveaux documents. Vous pouvez le changer sur chacun d’eux.",
  pricesWithoutTax: "Hors taxe",
  pricesWithTax: "Toutes taxes comprises",
  paymentTermsHint:
    "Une facture sans date d’échéance est exigible ce nombre de jours après la date de facture.",
  series: "Préfixe des numéros de facture",
  seriesHint:
    "Lettres majuscules, chiffres et tirets, avec une lettre à la fin. Chaque préfixe a sa propre numérotation.",
  nextNumber: "Prochain numéro de facture :",
  saved: "Paramètres de l’entreprise enregistrés.",
  language: "Langue de vos documents",
  languageHint: "Des factures, reçus et pages de paiement, sauf si un client en a une autre.",
  languages: { en: "English", fr: "Français" },
};
