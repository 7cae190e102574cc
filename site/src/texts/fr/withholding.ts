import type { Translation } from "../translation.ts";
import type { texts as english } from "../withholding.ts";

export const texts: Translation<typeof english> = {
  rate: "Retenue à la source %",
  rateHint: "Ce que l’acheteur déduit, sur le total hors taxe.",
  customerHint: "Les nouvelles factures de ce client commencent avec ce taux.",
  reason: "Motif de la retenue",
  deducted: (rate) => `Retenue à la source (${rate}) déduite par l’acheteur`,
  payable: "Net à payer",
  certificate: "Numéro d’attestation",
  certificateHint: "Vous pouvez l’ajouter plus tard, sur la page du paiement.",
  missing: "Attestation manquante",
  add: {
    action: "Ajouter l’attestation",
    change: "Modifier l’attestation",
    title: "Attestation de retenue à la source",
    intro: "Le numéro de l’attestation qui prouve ce que l’acheteur a versé à l’État.",
    save: "Enregistrer",
    done: "Numéro d’attestation enregistré.",
  },
};
