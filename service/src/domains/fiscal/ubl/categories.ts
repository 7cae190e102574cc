/** The rules of EN 16931 for a category letter of UNCL 5305. */
export type Category = {
  /** The family of its rules. The official artefacts of 2026 call BR-IG "BR-AF" and BR-IP "BR-AG". */
  rules: string;
  meaning: string;
  /** Taxed categories have a group per rate and never a reason; the others have one group. */
  taxed: boolean;
  /** The parties that must have an identifier. */
  needs: readonly ("seller" | "buyer")[];
  /** The standard's default reason; null if a reason is forbidden. */
  reason: string | null;
};

export const categories: Readonly<Record<string, Category>> = {
  S: { rules: "BR-S", meaning: "standard rate", taxed: true, needs: ["seller"], reason: null },
  Z: { rules: "BR-Z", meaning: "zero rate", taxed: false, needs: ["seller"], reason: null },
  E: { rules: "BR-E", meaning: "exempt", taxed: false, needs: ["seller"], reason: "Exempt from VAT" },
  AE: {
    rules: "BR-AE",
    meaning: "reverse charge",
    taxed: false,
    needs: ["seller", "buyer"],
    reason: "Reverse charge",
  },
  K: {
    rules: "BR-IC",
    meaning: "intra-community supply",
    taxed: false,
    needs: ["seller", "buyer"],
    reason: "Intra-community supply",
  },
  G: { rules: "BR-G", meaning: "export", taxed: false, needs: ["seller"], reason: "Export outside the EU" },
  O: {
    rules: "BR-O",
    meaning: "not subject to VAT",
    taxed: false,
    needs: [],
    reason: "Not subject to VAT",
  },
  L: { rules: "BR-IG", meaning: "IGIC", taxed: true, needs: ["seller"], reason: null },
  M: { rules: "BR-IP", meaning: "IPSI", taxed: true, needs: ["seller"], reason: null },
};

/** Outside the scope of VAT: such a document has no VAT identifier, no rate and no other category. */
export const outsideScope = "O";
