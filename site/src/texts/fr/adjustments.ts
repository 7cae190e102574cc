import type { texts as english } from "../adjustments.ts";
import type { Translation } from "../translation.ts";

export const texts: Translation<typeof english> = {
  title: "Remises et frais",
  documentTitle: "Sur l’ensemble du document",
  kinds: { discount: "Remise", charge: "Frais" },
  add: { discount: "Ajouter une remise", charge: "Ajouter des frais" },
  row: (kind, number) => `${kind} ${number}`,
  value: (row) => `${row} : valeur`,
  unit: (row) => `${row} : pourcentage ou montant`,
  reason: (row) => `${row} : motif`,
  reasonHint: "Motif",
  remove: (row) => `Retirer ${row.toLowerCase()}`,
  pricesIncludeTax: "Prix TTC",
  tooMuch: "Une remise dépasse le montant restant.",
  defaultDiscount: "Remise par défaut %",
  shown: (kind, value, reason) => (reason === "" ? `${kind} ${value}` : `${kind} ${value} : ${reason}`),
};
