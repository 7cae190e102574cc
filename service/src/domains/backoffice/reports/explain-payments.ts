import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type * as Type from "../../../platform/values/typebox.ts";
import { type Amount, type Part, refer, step } from "../explanations/service.ts";
import { explainedRecordsMax, movementInputs } from "./explained-records.ts";
import { explainRows } from "./explained-rows.ts";
import { type PaymentsReportQuery, paymentMovements, paymentsReport, paymentValues } from "./payments.ts";
import type { Row } from "./report.ts";

const named = statement(
  "report_payments_records",
  `select m.kind as type, m.record_id, m.reference, m.date::text as date, m.invoice_id, m.method, m.currency, m.amount::text
   from (${paymentMovements}) m order by m.date, m.kind, m.record_id limit ${explainedRecordsMax + 1}`,
);

const counted = statement(
  "report_payments_counted",
  `select m.kind as type, m.method, m.currency, count(*)::int as records, sum(m.amount)::text as amount
   from (${paymentMovements}) m group by 1, 2, 3 order by 1, 2, 3`,
);

const types: Record<string, string> = { received: "payment", reversed: "reversal", refunded: "refund" };

/** Money by method and record. With very many records they are counted instead of named. */
export async function explainPayments(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof PaymentsReportQuery>,
  firstRow: number,
): Promise<Amount[]> {
  const report = await paymentsReport.read(db, company, today, query);
  const values = paymentValues(company, today, query);
  const found = await db.query<Row>(named, values);
  const moved = found.length > explainedRecordsMax ? await db.query<Row>(counted, values) : found;
  return explainRows({
    report,
    firstRow,
    measures: [
      { name: "received", rule: "report.received" },
      { name: "reversed", rule: "report.reversed" },
      { name: "refunded", rule: "report.refunded" },
    ],
    partsOf: ({ method, currency }, measure) =>
      moved
        .filter((row) => row.method === method && row.currency === currency && row.type === types[measure])
        .map(partOfMovement),
    derive: (measured, amount) => {
      const of = (name: string, sign: 1 | -1) => refer(measured.get(name)!, sign);
      return [amount("net", "report.money", [of("received", 1), of("reversed", -1), of("refunded", -1)])];
    },
    labelOf: ({ method }) => String(method ?? "–"),
  });
}

function partOfMovement(row: Row): Part {
  // A payment lowers what is owed, and so has a negative amount among the movements.
  const amount = new Big(String(row.amount)).abs();
  return row.record_id === undefined
    ? step("report.movements", amount, { inputs: { type: String(row.type), records: row.records! } })
    : step("report.movement", amount, { inputs: movementInputs(row) });
}
