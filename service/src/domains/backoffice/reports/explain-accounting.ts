import { Big } from "big.js";
import { type Amount, amountOf, refer } from "../explanations/service.ts";
import type { Report } from "./report.ts";

/**
 * What all currencies come to together (`totals_accounting`), by what each of them comes to in the accounting currency,
 * which is among the amounts of the totals.
 */
export function explainAccountingTotals(
  { totals, accounting = [] }: Report,
  ofTotals: readonly Amount[],
  names: readonly string[],
): Amount[] {
  const byName = new Map(ofTotals.map((amount) => [amount.name, amount]));
  return accounting.flatMap((row, index) =>
    names.map((name) => {
      const parts = totals.flatMap(({ currency, accounting_currency }, place) => {
        if (accounting_currency !== row.accounting_currency) return [];
        const part = refer(byName.get(`totals[${place}].${name}_accounting`)!);
        return [{ ...part, rule: "report.row" as const, inputs: { name: String(currency) } }];
      });
      const code = String(row.accounting_currency);
      const amount = new Big(String(row[name]));
      return amountOf(`totals_accounting[${index}].${name}`, "report.all_currencies", amount, code, parts);
    }),
  );
}
