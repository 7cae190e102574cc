import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { digitCount, maxDigits, roundHalfUp } from "../../../platform/values/money.ts";

/** Amounts in the accounting currency, as decimal text. */
export type AccountingTotals = { tax_total_accounting: string; total_accounting: string };

/**
 * The totals of a document in the accounting currency, at a rate of accounting units per unit of the document's currency.
 * Each is rounded once, from the document's own total. Undefined if one has more digits than can be stored exactly.
 */
export function accountingTotals(
  totals: { tax_total: number | string; total: number | string },
  rate: number | string,
  accountingCurrency: string,
): AccountingTotals | undefined {
  const digits = currencyDigits(accountingCurrency)!;
  const convert = (amount: number | string) =>
    roundHalfUp(new Big(String(amount)).times(new Big(String(rate))), digits);
  const taxTotal = convert(totals.tax_total);
  const total = convert(totals.total);
  if ([taxTotal, total].some((amount) => digitCount(amount) > maxDigits)) return undefined;
  return { tax_total_accounting: taxTotal.toFixed(digits), total_accounting: total.toFixed(digits) };
}
