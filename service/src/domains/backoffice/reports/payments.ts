import type { Company } from "../../../contract/access.ts";
import { statement } from "../../../platform/db/database.ts";
import { Day } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import {
  paymentMovementsSql,
  refundMovementsSql,
  reversalMovementsSql,
} from "../../payments/payments/service.ts";
import { PeriodQuery, periodOf } from "./period.ts";
import {
  amount,
  count,
  currency,
  type ReportType,
  type Row,
  rowsMax,
  text,
  totalsOf,
  whole,
} from "./report.ts";
import { column } from "./report-pdf.ts";

const within = (moment: string) => `${moment} >= $3 and ${moment} < $4`;
const countOf = (kind: string) => `count(*) filter (where m.kind = '${kind}')::int`;
const sumOf = (kind: string) => `coalesce(sum(abs(m.amount)) filter (where m.kind = '${kind}'), 0)`;

/** All of a period; the parameters are those of `paymentValues`. */
export const paymentMovements = `${paymentMovementsSql("$2", within("p.paid_at"))}
     union all ${reversalMovementsSql("$2", within("p.reversed_at"))}
     union all ${refundMovementsSql("$2", within("f.settled_at"))}`;

const read = statement(
  "report_payments",
  `select m.method, m.currency, ${countOf("payment")} as payments, ${sumOf("payment")} as received,
     ${countOf("reversal")} as reversals, ${sumOf("reversal")} as reversed, ${countOf("refund")} as refunds,
     ${sumOf("refund")} as refunded, -sum(m.amount) as net
   from (
     ${paymentMovements}
   ) m group by 1, 2 order by m.currency, m.method limit ${rowsMax + 1}`,
);

export const PaymentsReportQuery = Type.Object(PeriodQuery);

export function paymentValues(
  company: Company,
  today: string,
  query: Type.Static<typeof PaymentsReportQuery>,
): unknown[] {
  const { since, until } = periodOf(company, today, query);
  return [company.id, company.timeZone, since, until];
}

const columns = [
  count("payments"),
  amount("received", "Paid in the period, also what was reversed later."),
  count("reversals"),
  amount(
    "reversed",
    "Payments that were reversed in the period, because they were recorded by mistake or lost in a dispute.",
  ),
  count("refunds"),
  amount("refunded", "Given back in the period."),
  amount("net", "received − reversed − refunded"),
];
const example = {
  payments: 1,
  received: 145125,
  reversals: 0,
  reversed: 0,
  refunds: 0,
  refunded: 0,
  net: 145125,
};

/** Money that came and went in a period, by how it was paid. */
export const paymentsReport: ReportType<typeof PaymentsReportQuery> = {
  name: "payments",
  summary: "Get payments and refunds by method",
  description:
    "By method and currency: payments by when they were made, reversals and refunds by the day on which they were. Tax that buyers withheld is the method `withholding_tax`.",
  query: PaymentsReportQuery,
  head: { from: Day, to: Day },
  columns: [text("method", "Null where none was given."), currency, ...columns],
  totals: [currency, ...columns.filter(({ kind }) => kind === "amount")],
  example: {
    head: { from: "2026-11-01", to: "2026-11-30" },
    totals: [{ currency: "NGN", received: 145125, reversed: 0, refunded: 0, net: 145125 }],
    rows: [{ method: "bank_transfer", currency: "NGN", ...example }],
  },
  pdf: {
    field: "from",
    layout: () => ({
      isAcross: true,
      columns: [
        column("method", "method", "anyMethod"),
        column("payments", "payments", "count"),
        column("received", "received", "amount"),
        column("reversals", "reversals", "count"),
        column("reversed", "reversed", "amount"),
        column("refunds", "refunds", "count"),
        column("refunded", "refunded", "amount"),
        column("net", "net", "amount"),
      ],
    }),
  },
  read: async (db, company, today, query) => {
    const period = periodOf(company, today, query);
    const values = paymentValues(company, today, query);
    const rows = whole(await db.query<Row>(read, values), "from");
    const totals = totalsOf(rows, ["received", "reversed", "refunded", "net"]);
    return { head: { from: period.from, to: period.to }, totals, rows };
  },
};
