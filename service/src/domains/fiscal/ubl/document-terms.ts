import { currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal } from "../../../platform/values/money.ts";
import type { LineAllowance } from "../canonical/allowances.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { isListedCurrency } from "./codes.ts";
import { maxFraction } from "./rules-amounts.ts";
import { clean } from "./xml.ts";

/** What EN 16931 demands beyond what a document has of its own. UBL and CII say the same, each in its own elements. */

/** The note with the code of its subject. A # in a note would be taken for such a code (BR-CL-08). */
export function noteOf({ notes }: CanonicalDocument): { content: string | null; subject: string | null } {
  const content = clean(notes);
  // AAI is general information.
  return { content, subject: content?.includes("#") ? "AAI" : null };
}

/**
 * Goods to another EU state need a delivery date and country (BR-IC-11, BR-IC-12); the document's date and the buyer's
 * country are used.
 */
export function deliveryOf({
  lines,
  issue_date,
  customer,
}: CanonicalDocument): { date: string; country: string | null } | undefined {
  if (!lines.some((line) => line.tax_category === "K")) return undefined;
  return { date: issue_date, country: customer.address.country };
}

/** An amount due needs a due date or terms (BR-CO-25). A credit note has no due date. */
export function paymentTermsOf({ type, total, due_date, preceding }: CanonicalDocument): string | null {
  if (!parseDecimal(total)!.gt(0)) return null;
  if (type === "invoice") return due_date === null ? "Payable on receipt." : null;
  return preceding === null
    ? "Credit: nothing is to be paid."
    : `Credit for ${preceding.number}: nothing is to be paid.`;
}

/** The standard has no place for a currency that it does not list, or for more decimals than two (BR-DEC-15). */
export function expressibleAccounting({ accounting }: CanonicalDocument): CanonicalDocument["accounting"] {
  const { currency = "" } = accounting ?? {};
  return isListedCurrency(currency) && currencyDigits(currency)! <= maxFraction ? accounting : undefined;
}

/**
 * EN 16931 requires a reason or its code: 95 is "discount" in UNTDID 5189; for charges the list has no such general code.
 */
export function allowanceReason({ is_charge, reason }: LineAllowance): { code: string | null; text: string } {
  return is_charge
    ? { code: null, text: clean(reason) ?? "Charge" }
    : { code: "95", text: clean(reason) ?? "Discount" };
}
