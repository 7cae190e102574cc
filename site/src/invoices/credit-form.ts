import { type AdjustmentForm, fromLists, toLists } from "../dashboard/lines/adjustment-form.ts";
import { fromRecord, type LineForm, toInput } from "../dashboard/lines/line-form.ts";
import type { Invoice } from "../dashboard/records.ts";

/** The fields of the form that credits a part of an invoice. */
export type CreditForm = { lines: LineForm[]; adjustments: AdjustmentForm[] };

/**
 * Starts with the invoice's lines, and with its percentages, which hold for a part as well. A fixed amount, such as the
 * price of the delivery, is for the whole invoice, so nobody can say how much of it belongs to a part.
 */
export function partOf({ lines, discounts, charges }: Pick<Invoice, "lines" | "discounts" | "charges">) {
  const adjustments = fromLists({ discounts, charges }).filter(({ unit }) => unit === "percent");
  return { lines: lines.map(fromRecord), adjustments };
}

/** The lists are sent also where they are empty: a part has the discounts and charges of this form and no others. */
export const toPartInput = ({ lines, adjustments }: CreditForm) => ({
  lines: lines.map(toInput),
  ...toLists(adjustments),
});
