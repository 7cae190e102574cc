import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { invalid } from "../../../contract/errors.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { Currency, Day, Id, Reference, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { creditNoteMovementsSql } from "../../billing/credit-notes/service.ts";
import {
  invoicesOfCustomerSql,
  issuedMovementsSql,
  voidedMovementsSql,
  writeOffMovementsSql,
} from "../../billing/invoices/service.ts";
import { customerExists, notACustomer } from "../../catalog/customers/service.ts";
import {
  paymentMovementsSql,
  refundMovementsSql,
  reversalMovementsSql,
} from "../../payments/payments/service.ts";
import { PeriodQuery, periodOf } from "./period.ts";
import {
  amount,
  currency,
  day,
  id,
  type ReportType,
  type Row,
  rowsMax,
  text,
  whole,
  word,
} from "./report.ts";
import { column } from "./report-pdf.ts";

/** What changes what a customer owes, in the order in which the movements of a day are listed. */
export const movementKinds = [
  "invoice",
  "credit_note",
  "payment",
  "reversal",
  "refund",
  "write_off",
  "void",
] as const;

const rank = `array_position(array[${movementKinds.map((kind) => `'${kind}'`)}], m.kind)`;

// $2 is the customer, $3 the time zone. A payment is its customer's by its first invoice; others are the same customer's.

export const movementsSql = `with mine as materialized ${invoicesOfCustomerSql("$2")}
  select m.* from (
    ${issuedMovementsSql("i.customer_id = $2")}
    union all ${voidedMovementsSql("$3", "i.customer_id = $2")}
    union all ${writeOffMovementsSql("$3", "w.invoice_id in (select id from mine)")}
    union all ${creditNoteMovementsSql("$3", "n.invoice_id in (select id from mine)")}
    union all ${paymentMovementsSql("$3", "p.invoice_id in (select id from mine)")}
    union all ${reversalMovementsSql("$3", "p.invoice_id in (select id from mine)")}
    union all ${refundMovementsSql("$3", "p.invoice_id in (select id from mine)")}
  ) m`;

const opening = statement(
  "report_statement_opening",
  `select m.currency, sum(m.amount) as amount from (${movementsSql}) m where m.date < $4 and ($5::text is null or m.currency = $5) group by 1 having sum(m.amount) <> 0`,
);

const entries = statement(
  "report_statement",
  `select m.date, m.kind as type, m.record_id, m.reference, m.method, m.invoice_id, m.currency, m.amount
   from (${movementsSql}) m where m.date between $4 and $6 and ($5::text is null or m.currency = $5)
   order by m.currency, m.date, ${rank}, m.record_id limit ${rowsMax + 1}`,
);

type Movement = { currency: string; amount: string } & Row;

export const StatementQuery = Type.Object({
  customer_id: { ...Reference, description: "Whose statement it is." },
  ...PeriodQuery,
  currency: Type.Optional({ ...Currency, description: "Only what is in this currency." }),
});

export type StatementQuery = Type.Static<typeof StatementQuery>;

const columns = [
  currency,
  day("date"),
  word("type", words(movementKinds)),
  id(
    "record_id",
    "Of the invoice, credit note, payment, refund or write-off; a reversal has its payment's id.",
  ),
  text("reference", "The document's number, or the payment's reference."),
  text("method", "How it was paid."),
  id("invoice_id"),
  amount("amount", "What the customer owes more; below zero, less."),
  amount("balance", "What the customer owes after it; below zero, what they have to their credit."),
];

const totals = [
  currency,
  amount("opening_balance", "At the beginning of the first day."),
  amount("closing_balance", "At the end of the last day."),
];

/**
 * The account of one customer: every document and payment of a period with the balance after it. A date is the document's
 * own: the date of an invoice, when a payment was made, when anything else was recorded.
 */
export const statementReport: ReportType<typeof StatementQuery> = {
  name: "statement",
  summary: "Get the statement of a customer",
  description:
    "By currency and date: every invoice, credit note, payment, reversal, refund, write-off and void of the period, with the balance after it.",
  query: StatementQuery,
  head: { customer_id: Id, from: Day, to: Day },
  columns,
  totals,
  example: {
    head: { customer_id: 12, from: "2026-11-01", to: "2026-11-30" },
    totals: [{ currency: "NGN", opening_balance: 0, closing_balance: 45125 }],
    rows: [
      {
        currency: "NGN",
        date: "2026-11-15",
        type: "invoice",
        record_id: 1042,
        reference: "INV-000001",
        method: null,
        invoice_id: 1042,
        amount: 145125,
        balance: 145125,
      },
      {
        currency: "NGN",
        date: "2026-11-20",
        type: "payment",
        record_id: 77,
        reference: "TRF-1",
        method: "bank_transfer",
        invoice_id: 1042,
        amount: -100000,
        balance: 45125,
      },
    ],
  },
  pdf: {
    field: "from",
    layout: () => ({
      isAcross: false,
      labelColumn: 1,
      columns: [
        column("date", "date", "date"),
        column("type", "type", "word"),
        column("reference", "reference", "text"),
        column("method", "method", "method"),
        column("amount", "amount", "amount"),
        column("balance", "balance", "amount"),
      ],
    }),
  },
  read: async (db, company, today, query) => {
    const { from, to } = periodOf(company, today, query);
    if (!(await customerExists(db, company.id, query.customer_id))) throw invalid([notACustomer]);
    const [before, movements] = await readAccount(db, company, query, from, to);
    const balances = new Map(before.map((each) => [each.currency, new Big(each.amount)]));
    const opened = new Map(balances);
    const rows = whole(movements, "from").map((movement) => {
      const balance = (balances.get(movement.currency) ?? new Big(0)).plus(movement.amount);
      balances.set(movement.currency, balance);
      return { ...movement, balance: toPlain(balance) };
    });
    return {
      head: { customer_id: query.customer_id, from, to },
      totals: [...balances.keys()].sort().map((code) => ({
        currency: code,
        opening_balance: toPlain(opened.get(code) ?? new Big(0)),
        closing_balance: toPlain(balances.get(code)!),
      })),
      rows,
    };
  },
};

function readAccount(
  db: Queryable,
  { id: companyId, timeZone }: Company,
  { customer_id, currency: code = null }: Pick<StatementQuery, "customer_id"> & { currency?: string | null },
  from: string,
  to: string,
): Promise<[Movement[], Movement[]]> {
  const account = [companyId, customer_id, timeZone, from, code];
  return Promise.all([db.query<Movement>(opening, account), db.query<Movement>(entries, [...account, to])]);
}
