import { isCalendarDate } from "../../../platform/values/clock.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { isListedCurrency } from "./codes.ts";
import { amountViolations, maxFraction } from "./rules-amounts.ts";
import { lineViolations } from "./rules-lines.ts";
import { partyViolations } from "./rules-parties.ts";
import { taxViolations } from "./rules-taxes.ts";
import { clean } from "./xml.ts";

/** A violated business rule of EN 16931, explained in terms of our invoice. */
export type Violation = {
  /** The standard's number, such as BR-CO-15. */
  rule: string;
  /** A path in our invoice, such as lines[0].tax_category. */
  field: string;
  /** What is wrong, and what to do. */
  message: string;
};

/**
 * Checks all rules of EN 16931 that our documents could violate. The output of `ublOf` for a document without
 * violations passes the official validation. Rules that the writer always satisfies are not checked: it writes a reason
 * for every category, a delivery for every intra-community supply, payment terms for every amount due, and no VAT
 * identifier outside the scope of VAT.
 */
export function violations(document: CanonicalDocument): Violation[] {
  return [
    ...headViolations(document),
    ...partyViolations(document),
    ...lineViolations(document),
    ...taxViolations(document),
    ...amountViolations(document),
  ];
}

export function headViolations(document: CanonicalDocument): Violation[] {
  const { type, number, issue_date, due_date, preceding, lines } = document;
  const found: Violation[] = [];
  const add = (rule: string, field: string, message: string) => found.push({ rule, field, message });
  if (clean(number) === null) add("BR-02", "number", "The document has no number. Issue it first.");
  if (!isCalendarDate(issue_date)) {
    const field = type === "invoice" ? "invoice_date" : "issued_at";
    add("BR-03", field, `${issue_date} is not a valid issue date. Use the form YYYY-MM-DD.`);
  }
  if (due_date !== null && !isCalendarDate(due_date)) {
    add(
      "BR-CO-25",
      "due_date",
      `${due_date} is not a valid due date. Use the form YYYY-MM-DD, or leave it out.`,
    );
  }
  if (preceding && clean(preceding.number) === null) {
    add("BR-55", "invoice_id", "The credited document has no number. Issue it first.");
  }
  if (lines.length === 0) add("BR-16", "lines", "The document has no lines. Add at least one.");
  return [...found, ...currencyViolations(document)];
}

function currencyViolations({ currency }: CanonicalDocument): Violation[] {
  if (!isListedCurrency(currency)) {
    const message = `${currency} is not in the EN 16931 list of currencies. Use a different currency.`;
    return [{ rule: "BR-CL-04", field: "currency", message }];
  }
  const digits = currencyDigits(currency)!;
  if (digits <= maxFraction) return [];
  const message = `Amounts in ${currency} have ${digits} decimals, but EN 16931 allows only ${maxFraction}. Use a different currency.`;
  return [{ rule: "BR-DEC-14", field: "currency", message }];
}
