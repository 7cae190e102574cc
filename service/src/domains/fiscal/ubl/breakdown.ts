import type { Big } from "big.js";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { CanonicalDocument, CanonicalTax } from "../canonical/canonical.ts";
import { categories } from "./categories.ts";
import { clean } from "./xml.ts";

/** A group of the VAT breakdown (BG-23), and the document's taxes that it consists of. */
export type Group = {
  taxes: readonly number[];
  category: string;
  rate: Big;
  taxable: Big;
  tax: Big;
  reason: string | null;
};

/**
 * The VAT breakdown: one group per category and rate. EN 16931 allows one reason per group, and one group per untaxed
 * category, so all reasons of its lines are joined there.
 */
export function breakdownOf(document: CanonicalDocument): Group[] {
  const found = new Map<string, Group>();
  document.taxes.forEach((tax, index) => {
    const rate = parseDecimal(tax.rate)!;
    const key = groupKey(tax.category, rate);
    const before = found.get(key);
    found.set(key, {
      taxes: [...(before?.taxes ?? []), index],
      category: tax.category,
      rate,
      taxable: parseDecimal(tax.taxable_amount)!.plus(before?.taxable ?? 0),
      tax: parseDecimal(tax.tax_amount)!.plus(before?.tax ?? 0),
      reason: before?.reason ?? reasonOf(document, tax),
    });
  });
  return [...found.values()];
}

/** The same for 7.5 and 7.50. */
export function groupKey(category: string, rate: Big): string {
  return `${category} ${toPlain(rate)}`;
}

function reasonOf({ lines, taxes }: CanonicalDocument, { category }: CanonicalTax): string | null {
  const standard = categories[category]?.reason ?? null;
  if (standard === null) return null;
  const ofLines = lines.filter((line) => line.tax_category === category).map((line) => line.exemption_reason);
  const ofTaxes = taxes.filter((tax) => tax.category === category).map((tax) => tax.exemption_reason);
  return together(ofLines) ?? together(ofTaxes) ?? standard;
}

function together(reasons: readonly (string | null)[]): string | null {
  const different = new Set(reasons.map(clean).filter((reason) => reason !== null));
  return different.size === 0 ? null : [...different].join("; ");
}
