import type { Company } from "../../../contract/access.ts";
import { statement } from "../../../platform/db/database.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { Day } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { creditNoteMovementsSql, creditsSinceSql } from "../../billing/credit-notes/service.ts";
import {
  beyondOwedSql,
  endedSinceSql,
  issuedSinceSql,
  owedAbroadSql,
  owedChangesSql,
  owedNowSql,
  owedSinceSql,
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
import { accountingColumns, accountingCurrencyColumn, isAbroad } from "./accounting.ts";
import { endOfDay } from "./period.ts";
import {
  amount,
  count,
  currency,
  id,
  type ReportType,
  type Row,
  rowsMax,
  text,
  totalsOf,
  whole,
} from "./report.ts";
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

const laterOf = (...movements: string[]) => `with later as materialized (
     select l.invoice_id, sum(l.amount) as amount, sum(l.withheld) as withheld from (
       ${movements.join(" union all ")}
     ) l group by 1
   )`;
const changedSince = [endedSinceSql("$3"), creditsSinceSql("$3"), paymentsSinceSql("$3")];

/** What happened to single invoices after the day, their issue included. */
export const laterSql = laterOf(issuedSinceSql("$2"), ...changedSince);

const daysSql = "case when o.is_due then $2 - o.due_date else 0 end";

// The invoices of later days may be many, and are read once, by the index of their date.
const read = statement(
  "report_receivables",
  `${laterOf(...changedSince)}, changes as (
     select o.customer_id, o.currency, o.amount, ${daysSql} as days, 0 as balance
     from (${owedChangesSql("later", "$2")}) o
     union all
     select o.customer_id, o.currency, -o.amount, ${daysSql}, -o.total from (${owedSinceSql("$2")}) o
     union all
     select b.customer_id, b.currency, 0, 0, b.amount from (
       ${beyondOwedSql}
       union all ${presentUnallocatedSql}
       union all
       select m.customer_id, m.currency, -m.amount from (
         ${voidedMovementsSql("$4", "i.voided_at >= $3")}
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

/** $4 is the company's currency, $5 how many digits it has. An invoice without a rate is counted, and is in none of the amounts. */
const readAbroad = statement(
  "report_receivables_abroad",
  `${laterSql}
   select t.customer_id, t.currency, ${ageNames.map((name, index) => `coalesce(sum(t.amount) filter (where ${ageOf(ages[index]!)}), 0) as ${name}`).join(", ")},
     coalesce(sum(t.amount), 0) as due, count(*) filter (where t.amount is null)::int as without_rate
   from (
     select o.customer_id, o.currency, round(o.amount * o.exchange_rate, $5::int) as amount,
       case when o.amount > o.withheld then $2 - o.due_date else 0 end as days
     from (${owedAbroadSql("later", "$4")}) o
   ) t group by 1, 2`,
);

/** The parameters of statements that convert what is owed to the company's currency. */
export const abroadValues = (company: Company, as_of: string) => [
  company.id,
  as_of,
  endOfDay(company, as_of),
  company.currency,
  currencyDigits(company.currency) ?? 2,
];

/** What is due in the company's currency: an invoice in another one at the rate that it has kept since it was issued. */
function withAccounting(
  own: string,
  rows: readonly Row[],
  abroad: readonly Row[],
): { rows: Row[]; total: Row | undefined } {
  const isHome = (row: Row) => row.currency === own;
  const keyOf = (row: Row) => `${row.customer_id} ${row.currency}`;
  const byKey = new Map(abroad.map((row) => [keyOf(row), row]));
  const [total] = totalsOf(
    [...rows.filter(isHome), ...abroad].map((row) => ({ ...row, accounting_currency: own })),
    [...ageNames, "due"],
    ["accounting_currency"],
  );
  return {
    rows: rows.map((row) => {
      const { due = "0", without_rate = 0 } = isHome(row) ? { due: row.due } : (byKey.get(keyOf(row)) ?? {});
      return { ...row, accounting_currency: own, due_accounting: due!, without_rate };
    }),
    total: total && {
      ...total,
      without_rate: abroad.reduce((count, row) => count + Number(row.without_rate), 0),
    },
  };
}

export const ReceivablesQuery = Type.Object({
  as_of: Type.Optional({
    ...Day,
    description: "At the end of this day; today, where the company is, unless given.",
  }),
});

const withoutRate = count(
  "without_rate",
  "Invoices without an exchange rate to the company's currency, which the amounts in it do not contain.",
);

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
const dueAccounting = amount(
  "due_accounting",
  "`due` in the company's currency, at the rates that the invoices have kept since they were issued.",
);
const owedAmounts = amounts.slice(0, -2);
const zeroOwed = Object.fromEntries(owedAmounts.map(({ name }) => [name, 0]));
const exampleAmounts = { ...zero, not_due: 45125, due: 45125, balance: 45125 };

/** Who owes how much at the end of a day, by how long it has been overdue. */
export const receivablesReport: ReportType<typeof ReceivablesQuery> = {
  name: "receivables",
  summary: "Get what customers owe, by age",
  description:
    "By customer and currency, at the end of a day, and what is due in the company's currency as well. Payments without an invoice have no customer: their row has `customer_id` null.",
  query: ReceivablesQuery,
  head: { as_of: Day },
  columns: [
    ...[id("customer_id"), text("customer_name"), currency, ...amounts],
    ...[accountingCurrencyColumn, dueAccounting, withoutRate],
  ],
  totals: [currency, ...amounts, accountingCurrencyColumn, dueAccounting],
  accounting: [accountingCurrencyColumn, ...owedAmounts, withoutRate],
  example: {
    head: { as_of: "2026-11-30" },
    totals: [{ currency: "NGN", ...exampleAmounts, accounting_currency: "NGN", due_accounting: 45125 }],
    rows: [
      {
        ...{ customer_id: 12, customer_name: "Acme Trading Ltd", currency: "NGN", ...exampleAmounts },
        ...{ accounting_currency: "NGN", due_accounting: 45125, without_rate: 0 },
      },
    ],
    accounting: [{ accounting_currency: "NGN", ...zeroOwed, not_due: 45125, due: 45125, without_rate: 0 }],
  },
  pdf: {
    field: "as_of",
    layout: ({ rows }) => ({
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
        ...(rows.some(isAbroad) ? accountingColumns("due_accounting") : []),
      ],
    }),
  },
  read: async (db, company, today, { as_of = today }) => {
    const [found, abroad] = await Promise.all([
      db.query<Row>(read, [company.id, as_of, endOfDay(company, as_of), company.timeZone]),
      db.query<Row>(readAbroad, abroadValues(company, as_of)),
    ]);
    const { rows, total } = withAccounting(company.currency, whole(found, "as_of"), abroad);
    return {
      head: { as_of },
      totals: totalsOf(
        rows,
        [...ageNames, "due", "credit", "balance", "due_accounting"],
        ["currency", "accounting_currency"],
      ),
      rows,
      accounting: total ? [total] : [],
    };
  },
};
