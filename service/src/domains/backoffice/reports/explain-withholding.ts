import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import type { WithholdingQuery } from "../../payments/payments/schema.ts";
import { type Amount, addUp, amountOf, type Part, refer, step } from "../explanations/service.ts";
import { explainedRecordsMax, movementInputs, rowsFrom } from "./explained-records.ts";
import { readWithheld, type Withheld } from "./withholding-pdf.ts";

/** Each amount that a buyer withheld, by its payment, and the sums by currency with which the PDF closes. */
export async function explainWithholding(
  db: Queryable,
  company: Company,
  today: string,
  query: WithholdingQuery,
  firstRow: number,
): Promise<Amount[]> {
  const withheld = await readWithheld(db, company, today, query);
  const named = rowsFrom(withheld, firstRow).map(({ row, place }) => ({
    row,
    amount: amountOf(
      `withheld_taxes[${place}].amount`,
      "report.withheld",
      new Big(row.amount),
      row.currency,
      [movementOf(company, row)],
      { name: row.customer_name },
    ),
  }));
  if (firstRow > 0) return named.map(({ amount }) => amount);
  const byCurrency = Map.groupBy(withheld, ({ currency }) => currency);
  const totals = [...byCurrency.keys()].sort().map((currency, index) => {
    const parts: Part[] = named
      .filter(({ row }) => row.currency === currency)
      .map(({ amount }) => refer(amount));
    const rest = withheld
      .slice(explainedRecordsMax)
      .filter((row) => row.currency === currency)
      .map((row) => step("report.withheld", new Big(row.amount)));
    if (rest.length > 0)
      parts.push(step("records.more", addUp(rest), { inputs: { why: "many", records: rest.length } }));
    return amountOf(`totals[${index}].amount`, "report.withheld", addUp(parts), currency, parts);
  });
  return [...named.map(({ amount }) => amount), ...totals];
}

function movementOf({ timeZone }: Company, row: Withheld): Part {
  const { payment_id, invoice_id, invoice_number, amount, paid_at } = row;
  const inputs = movementInputs({
    type: "payment",
    record_id: payment_id,
    reference: invoice_number,
    date: dateIn(timeZone, new Date(paid_at)),
    invoice_id,
  });
  return step("report.movement", new Big(amount), { inputs });
}
