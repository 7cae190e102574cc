import type { texts as english } from "../../settings/plan.ts";
import type { Translation } from "../../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Offre et utilisation",
  intro: "Ce que votre offre comprend, et ce que vous avez utilisé ce mois-ci.",
  usage: (month) => `Utilisation en ${month}`,
  invoices: "Factures",
  links: "Liens de paiement",
  of: (used, limit) => `${used} sur ${limit}`,
  unlimited: (used) => `${used}, sans limite`,
  resets: (date) => `Réinitialisation le ${date}`,
  nearly: "Presque épuisé. Demandez une offre plus large à votre opérateur.",
  usedUp:
    "Épuisé. Vous ne pouvez plus rien créer avant la réinitialisation du quota. Demandez une offre plus large à votre opérateur.",
  features: "Fonctionnalités",
  included: "Comprise",
  notIncluded: "Non comprise",
  rate: "Requêtes d’écriture par clé ou par personne",
  companyRate: "Requêtes d’écriture par entreprise",
  rateValue: (perSecond) => `${perSecond} par seconde`,
  readRate: "Requêtes de lecture",
  readRateValue: (units) => `${units} unités de coût par seconde`,
  noLimit: "Sans limite",
};
