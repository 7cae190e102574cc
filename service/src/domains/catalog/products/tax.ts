// This file must not depend on Node: the site computes totals in the browser with the same categories.

/** EN 16931 (UNCL 5305): standard, zero, exempt, reverse charge, intra-community, export, outside scope, Canary Islands, Ceuta and Melilla. */
export const taxCategories = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** The category for a rate when none is given. */
export function defaultTaxCategory(rateIsZero: boolean): TaxCategory {
  return rateIsZero ? "Z" : "S";
}
