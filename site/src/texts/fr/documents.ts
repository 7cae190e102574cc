import type { documentTexts as english } from "../documents.ts";
import type { Translation } from "../translation.ts";

export const documentTexts: Translation<typeof english> = {
  po_number: {
    label: "Bon de commande",
    word: "bon de commande",
    hint: "Imprimé sur la facture.",
    maxLength: 50,
    isPrinted: true,
  },
  external_id: {
    label: "Votre référence",
    word: "votre référence",
    hint: "Pour vos systèmes. N’est pas imprimée.",
    maxLength: 200,
  },
  notes: {
    label: "Remarques",
    word: "remarques",
    hint: "Imprimées sur la facture.",
    maxLength: 5000,
    isPrinted: true,
    isLong: true,
  },
};
