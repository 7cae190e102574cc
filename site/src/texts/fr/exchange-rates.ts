import type { texts as english } from "../exchange-rates.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  rate: "Taux de change",
  rateHint: (currency, own) =>
    `${own} pour 1 ${currency}. Si vous laissez ce champ vide, le taux de la date de facture s’applique à l’émission.`,
  equation: (currency, rate, own) => `1 ${currency} = ${rate} ${own}`,
  taxIn: (own) => `Taxes en ${own}`,
  totalIn: (own) => `Total en ${own}`,

  title: "Taux de change",
  intro: (own) =>
    `La valeur des autres devises en ${own}. Une facture dans une autre devise prend le taux le plus récent à sa date, vieux de 31 jours au plus, et le garde une fois émise.`,
  caption: "Taux de change, les plus récents d’abord",
  add: "Fixer un taux",
  addTitle: "Fixer un taux",
  currency: "Devise",
  date: "Date",
  perUnit: (own) => `Taux (${own} par unité)`,
  saved: "Taux enregistré.",
  none: "Aucun taux de change",
  noneBody: "Les factures dans d’autres devises sont émises sans montant dans votre devise.",
  remove: "Supprimer",
  removeTitle: (currency, date) => `Supprimer le taux de ${currency} du ${date} ?`,
  removeBody: "Les factures émises gardent le taux de leur émission.",
  removed: "Taux supprimé.",
  importIntro:
    "Un fichier CSV avec les colonnes currency, date et rate. Les taux existants du même jour sont remplacés.",
  rowError: (row, column, message) => `Ligne ${row}, ${column} : ${message}`,
};
