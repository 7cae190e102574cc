import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { invalidCursor } from "../../../platform/db/lists/list-order.ts";
import {
  type Page,
  type PageRequest,
  pageLimitDefault,
  truncatePage,
} from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { addDays, isCalendarDate } from "../../../platform/values/clock.ts";
import { creditAppliedOfVoidedSql, writeOffMovementsSql } from "../../billing/invoices/service.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import {
  paymentMovementsSql,
  refundMovementsSql,
  reversalMovementsSql,
} from "../../payments/payments/service.ts";
import { documentsSql, documentValues } from "./documents.ts";
import { type JournalAccounts, readAccounts } from "./journal-accounts.ts";
import { type EntryLine, linesOf, type TaxGroup } from "./journal-lines.ts";
import { type EntryType, entryTypes } from "./journal-schema.ts";
import { daysMax, type Period, periodOf } from "./period.ts";

const rank = `array_position(array[${entryTypes.map((type) => `'${type}'`)}], e.type)`;
const within = (moment: string) => `${moment} >= $5 and ${moment} < $6`;
const movement = (sql: string) =>
  `select m.kind as type, m.kind || '-' || m.record_id || '' as id, m.record_id, m.date, m.customer_id, m.currency, m.amount,
     null::int as sign, '[]'::jsonb as taxes, m.invoice_id, m.reference, m.method, null::text as accounting_currency,
     null::numeric as exchange_rate from (${sql}) m`;

/**
 * The entries of some days. Ids are made of the ids of the records, so that they are the same in every export. $7 and $8
 * are the place after which to go on, on the first of the days.
 */
const read = statement(
  "report_journal",
  `${documentsSql}, entries as (
     select d.kind as type, d.document || '-' || d.id || case d.kind when 'void' then '-void' else '' end as id,
       d.id as record_id, d.date, d.customer_id, d.currency, d.sign * d.total as amount, d.sign, d.taxes, d.invoice_id,
       d.reference, null::text as method, d.accounting_currency, d.exchange_rate
     from documents d where d.total <> 0
     union all ${movement(paymentMovementsSql("$2", within("p.paid_at")))}
     union all select r.type, 'payment-' || r.record_id || '-reversal', r.record_id, r.date, r.customer_id, r.currency,
       r.amount, r.sign, r.taxes, r.invoice_id, r.reference, r.method, r.accounting_currency, r.exchange_rate
     from (${movement(reversalMovementsSql("$2", within("p.reversed_at")))}) r
     union all ${movement(refundMovementsSql("$2", within("f.settled_at")))}
     union all ${movement(writeOffMovementsSql("$2", `w.created_at > '-infinity' and ${within("w.created_at")}`))}
     union all select v.type, 'invoice-' || v.record_id || '-void-credit', v.record_id, v.date, v.customer_id, v.currency,
       v.amount, v.sign, v.taxes, v.invoice_id, v.reference, v.method, v.accounting_currency, v.exchange_rate
     from (${movement(creditAppliedOfVoidedSql("$2", within("i.voided_at")))}) v
   )
   select e.id, e.date, e.type, e.reference, e.customer_id, e.invoice_id, e.method, e.currency, e.amount::text, e.sign,
     e.taxes::text as taxes, e.accounting_currency, e.exchange_rate::text as exchange_rate, ${rank} as rank, ${customerNameSql("$1", "e.customer_id")} as customer_name
   from entries e where (e.date, ${rank}, e.id) > ($3, $7::int, $8)
   order by e.date, ${rank}, e.id limit $9`,
);

type EntryRow = {
  id: string;
  date: string;
  type: EntryType;
  reference: string | null;
  customer_id: number | null;
  customer_name: string | null;
  invoice_id: number | null;
  method: string | null;
  currency: string;
  amount: string;
  sign: number | null;
  taxes: string;
  /** Of documents alone. */
  accounting_currency: string | null;
  exchange_rate: string | null;
  rank: number;
};

export type JournalRequest = { from?: string; to?: string } & PageRequest;

/** A page of entries, oldest first. */
export async function listJournal(
  db: Queryable,
  company: Company,
  today: string,
  query: JournalRequest,
): Promise<Page> {
  const { rows, pagination } = await readEntries(db, company, today, query, query.limit ?? pageLimitDefault);
  const accounts = await readAccounts(db, company.id);
  return { entries: rows.map((row) => entryJson(row, accounts)), pagination };
}

// A file is read in larger pages than a response has, because each looks at whole days.
const fileLimit = 5000;

/** The same, one entry for each line, for a file. */
export async function listJournalLines(
  db: Queryable,
  company: Company,
  today: string,
  query: JournalRequest,
): Promise<Page> {
  const { rows, pagination } = await readEntries(db, company, today, query, fileLimit);
  const accounts = await readAccounts(db, company.id);
  return { entries: rows.flatMap((row) => linesJson(row, accounts)), pagination };
}

export type JournalRow = ReturnType<typeof headOf> & { amount: string; lines: EntryLine[] };

/** The same as rows, up to a number of them. */
export async function readJournalRows(
  db: Queryable,
  company: Company,
  today: string,
  query: JournalRequest,
  limit: number,
): Promise<{ rows: JournalRow[]; hasMore: boolean }> {
  const { rows, pagination } = await readEntries(db, company, today, query, limit);
  const accounts = await readAccounts(db, company.id);
  return {
    rows: rows.map((row) => ({ ...headOf(row), amount: row.amount, lines: linesOfRow(row, accounts) })),
    hasMore: (JSON.parse(pagination) as { has_more: boolean }).has_more,
  };
}

type Place = { date: string; rank: number; id: string };

async function readEntries(
  db: Queryable,
  company: Company,
  today: string,
  query: JournalRequest,
  limit: number,
): Promise<{ rows: EntryRow[]; pagination: Json }> {
  const { from, to } = periodOf(company, today, query);
  let place = query.cursor === undefined ? { date: from, rank: 0, id: "" } : placeOf(query.cursor);
  if (place.date < from || place.date > to) throw invalidCursor();
  const found: EntryRow[] = [];
  // So that a page reads few days of a long period, and a period without entries still takes few statements.
  for (let days = 1, read = 0; ; days = daysFor(limit + 1 - found.length, found.length / read, days)) {
    read += days;
    const last = [to, addDays(place.date, days - 1)].sort()[0]!;
    const period = periodOf(company, today, { from: place.date, to: last });
    found.push(...(await readDays(db, company, period, place, limit + 1 - found.length)));
    if (found.length > limit || last === to) break;
    place = { date: addDays(last, 1), rank: 0, id: "" };
  }
  const { shown, pagination } = truncatePage(found, limit, { cursorOf, textOf: ({ id }) => id });
  return { rows: shown, pagination };
}

/** How many days are likely to have the entries that are missing, by how many a day had so far. */
function daysFor(missing: number, aDay: number, before: number): number {
  const likely = aDay === 0 ? daysMax : Math.ceil((1.2 * missing) / aDay);
  return Math.min(likely, 7 * before, daysMax);
}

function readDays(
  db: Queryable,
  { id, timeZone }: Company,
  period: Period,
  { rank, id: after }: Place,
  limit: number,
): Promise<EntryRow[]> {
  return db.query<EntryRow>(read, [...documentValues(id, timeZone, period), rank, after, limit]);
}

const cursorOf = ({ date, rank, id }: EntryRow) => Buffer.from(`${date} ${rank} ${id}`).toString("base64url");

function placeOf(cursor: string): Place {
  const [date = "", rank = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(" ");
  if (!isCalendarDate(date) || !/^\d$/.test(rank) || !/^[a-z_]+-\d+[a-z-]*$/.test(id)) throw invalidCursor();
  return { date, rank: Number(rank), id };
}

/** Amounts are written as the decimal text that they are. */
const lineJson = ({ account, debit, credit, tax_category, tax_rate }: EntryLine, more = "") =>
  `{"account":${JSON.stringify(account)},"debit":${debit},"credit":${credit},"tax_category":${JSON.stringify(tax_category)},"tax_rate":${JSON.stringify(tax_rate)}${more}}`;

function headOf({
  id,
  date,
  type,
  reference,
  customer_id,
  customer_name,
  invoice_id,
  method,
  currency,
  accounting_currency,
  exchange_rate: rate,
}: EntryRow) {
  // A rate has at most 15 digits, so it is exact in JSON.
  const money = { currency, accounting_currency, exchange_rate: rate === null ? null : Number(rate) };
  return { id, date, type, reference, customer_id, customer_name, invoice_id, method, ...money };
}

const linesOfRow = (row: EntryRow, accounts: JournalAccounts) =>
  linesOf({ ...row, taxes: JSON.parse(row.taxes) as TaxGroup[] }, accounts);

function entryJson(row: EntryRow, accounts: JournalAccounts): Json {
  const lines = linesOfRow(row, accounts).map((line) => lineJson(line));
  return `${JSON.stringify(headOf(row)).slice(0, -1)},"lines":[${lines}]}`;
}

function linesJson(row: EntryRow, accounts: JournalAccounts): Json[] {
  const head = headOf(row);
  return linesOfRow(row, accounts).map((line, index) => {
    const more = { ...head, entry_id: row.id, line_id: `${row.id}-${index + 1}` };
    return lineJson(line, `,${JSON.stringify(more).slice(1, -1)}`);
  });
}
