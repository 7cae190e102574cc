import { statement } from "../../../platform/db/database.ts";
import { Day } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { creditNoteMovementsSql, creditsSinceSql } from "../../billing/credit-notes/service.ts";
import {
  beyondOwedSql,
  invoicesSinceSql,
  issuedMovementsSql,
  owedChangesSql,
  owedNowSql,
  voidedMovementsSql,
  writeOffMovementsSql,
} from "../../billing/invoices/service.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import {
  paymentMovementsSql,
  paymentsSinceSql,
  presentUnallocatedSql,
  refundMovementsSql,
  reversalMovementsSql,
} from "../../payments/payments/service.ts";
import { ages } from "../overview/service.ts";
import { endOfDay } from "./period.ts";
import { amount, currency, id, type ReportType, type Row, rowsMax, text, totalsOf, whole } from "./report.ts";
import { column } from "./report-pdf.ts";

const ageOf = ({ first, last }: (typeof ages)[number]) =>
  [...(first === null ? [] : [`t.days >= ${first}`]), ...(last === null ? [] : [`t.days <= ${last}`])].join(
    " and ",
  );
const ageNames = ages.map(({ name }) => name);

/**
 * $2 is the day, $3 the moment at which it has ended. Everything is what it is now, less what came later: so a report of
 * today reads only what is owed, and one of an earlier day what happened since as well. An invoice of which only tax is
 * left that the buyer withholds is not due, however old it is.
 */
const sumsSql = `${ages.map((age) => `coalesce(sum(t.amount) filter (where ${ageOf(age)}), 0) as ${age.name}`)},
       sum(t.amount) as due, sum(t.balance) as balance`;

/** What happened to single invoices after the day. */
export const laterSql = `with later as materialized (
     select l.invoice_id, sum(l.amount) as amount, sum(l.withheld) as withheld from (
       ${invoicesSinceSql("$2", "$3")}
       union all ${creditsSinceSql("$3")}
       union all ${paymentsSinceSql("$3")}
     ) l group by 1
   )`;

const read = statement(
  "report_receivables",
  `${laterSql}, changes as (
     select o.customer_id, o.currency, o.amount, case when o.is_due then $2 - o.due_date else 0 end as days, 0 as balance
     from (${owedChangesSql("later")}) o
     union all
     select b.customer_id, b.currency, 0, 0, b.amount from (
       ${beyondOwedSql}
       union all ${presentUnallocatedSql}
       union all
       select m.customer_id, m.currency, -m.amount from (
         ${issuedMovementsSql("i.invoice_date > $2")}
         union all ${voidedMovementsSql("$4", "i.voided_at >= $3")}
         union all ${writeOffMovementsSql("$4", "w.created_at > '-infinity' and w.created_at >= $3")}
         union all ${creditNoteMovementsSql("$4", "n.created_at >= $3")}
         union all ${paymentMovementsSql("$4", "p.paid_at >= $3")}
         union all ${reversalMovementsSql("$4", "p.reversed_at >= $3")}
         union all ${refundMovementsSql("$4", "f.settled_at >= $3")}
       ) m
     ) b
   )
   select r.*, ${customerNameSql("$1", "r.customer_id")} as customer_name, r.due - r.balance as credit from (
     select p.customer_id, p.currency, ${[...ageNames, "due", "balance"].map((name) => `sum(p.${name}) as ${name}`)} from (
       select t.customer_id, t.currency, ${sumsSql} from (
         select o.customer_id, o.currency, greatest(o.amount, 0) as amount, o.amount as balance,
           case when o.amount > o.withheld then $2 - o.due_date else 0 end as days
         from (${owedNowSql} offset 0) o offset 0
       ) t group by 1, 2
       union all select t.customer_id, t.currency, ${sumsSql} from changes t group by 1, 2
     ) p group by 1, 2
   ) r where r.due <> 0 or r.balance <> 0
   order by r.currency, r.due desc, r.customer_id limit ${rowsMax + 1}`,
);

export const ReceivablesQuery = Type.Object({
  as_of: Type.Optional({
    ...Day,
    description: "At the end of this day; today, where the company is, unless given.",
  }),
});

const amounts = [
  amount("not_due"),
  amount("days_1_30", "Overdue for 1 to 30 days."),
  amount("days_31_60"),
  amount("days_61_90"),
  amount("days_91_or_more"),
  amount("due", "All that is owed on invoices."),
  amount(
    "credit",
    "What was paid or credited beyond that. Below zero: what was refunded without a credit note that says why.",
  ),
  amount("balance", "The closing balance of the customer's statement: due without the credit."),
];
const zero = Object.fromEntries(amounts.map(({ name }) => [name, 0]));
const exampleAmounts = { ...zero, not_due: 45125, due: 45125, balance: 45125 };

/** Who owes how much at the end of a day, by how long it has been overdue. */
export const receivablesReport: ReportType<typeof ReceivablesQuery> = {
  name: "receivables",
  summary: "Get what customers owe, by age",
  description:
    "By customer and currency, at the end of a day. Payments without an invoice have no customer: their row has `customer_id` null.",
  query: ReceivablesQuery,
  head: { as_of: Day },
  columns: [id("customer_id"), text("customer_name"), currency, ...amounts],
  totals: [currency, ...amounts],
  example: {
    head: { as_of: "2026-11-30" },
    totals: [{ currency: "NGN", ...exampleAmounts }],
    rows: [{ customer_id: 12, customer_name: "Acme Trading Ltd", currency: "NGN", ...exampleAmounts }],
  },
  pdf: {
    field: "as_of",
    layout: () => ({
      isAcross: true,
      columns: [
        column("customer", "customer_name", "customer"),
        column("notDue", "not_due", "amount"),
        column("days1To30", "days_1_30", "amount"),
        column("days31To60", "days_31_60", "amount"),
        column("days61To90", "days_61_90", "amount"),
        column("daysOver90", "days_91_or_more", "amount"),
        column("due", "due", "amount"),
        column("credit", "credit", "amount"),
        column("balance", "balance", "amount"),
      ],
    }),
  },
  read: async (db, company, today, { as_of = today }) => {
    const values = [company.id, as_of, endOfDay(company, as_of), company.timeZone];
    const rows = whole(await db.query<Row>(read, values), "as_of");
    return { head: { as_of }, totals: totalsOf(rows, [...ageNames, "due", "credit", "balance"]), rows };
  },
};
