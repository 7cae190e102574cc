/** What EN 16931 says of a letter of UNCL 5305. */
export type Category = {
  /** The family of its rules. The official artefacts of 2026 call BR-IG "BR-AF" and BR-IP "BR-AG". */
  rules: string;
  meaning: string;
  /** Taxed letters have a group for each rate, and never a reason; of the others there is one group. */
  taxed: boolean;
  /** Which of the parties must have an identifier. */
  needs: readonly ("seller" | "buyer")[];
  /** The standard's own words, for lines that give no reason; null where a reason is forbidden. */
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

/** Outside the scope of the tax: such a document names no VAT identifier and no rate, and no other category. */
export const outsideScope = "O";
