import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import { creditNotesForBooksSql } from "../../billing/credit-notes/service.ts";
import { invoicesForBooksSql, writeOffsForBooksSql } from "../../billing/invoices/service.ts";
import { quoteNumbersSql } from "../../billing/quotes/fragments.ts";
import { saleNumbersSql } from "../../billing/sales/fragments.ts";
import { paymentsForBooksSql } from "../../payments/payments/service.ts";
import { type ComparedKind, type NumberedKind, type Replayed, textOf } from "./replay.ts";

/**
 * What the events say is kept in a temporary table, so that a company's history takes no more memory the longer it is, and
 * the database compares. These statements are not prepared: the table exists only in the transaction of a check.
 */
export async function prepareReplay(tx: Queryable): Promise<void> {
  // One moment for events, counters and tables: nothing that is changed meanwhile looks like a difference.
  await tx.query("set transaction isolation level repeatable read");
  await tx.query("set local statement_timeout = 0");
  await tx.query(
    `create temporary table books_replay (company_id bigint, kind text, id bigint, sequence bigint, number text,
       amount_paid numeric, text text, parts jsonb, details_hash bytea, primary key (company_id, kind, id)) on commit drop`,
  );
}

const store = `insert into books_replay as r (company_id, kind, id, sequence, number, amount_paid, text, parts, details_hash)
  select $1, x.kind, x.id, x.sequence, x.number, x.amount_paid, x.text, x.parts, x.details_hash
  from unnest($2::text[], $3::int8[], $4::int8[], $5::text[], $6::numeric[], $7::text[], $8::jsonb[], $9::bytea[])
    x(kind, id, sequence, number, amount_paid, text, parts, details_hash)
  on conflict (company_id, kind, id) do update set sequence = excluded.sequence, number = excluded.number,
    amount_paid = excluded.amount_paid, text = excluded.text, parts = excluded.parts,
    details_hash = excluded.details_hash`;

/** Each record once, as of its last event. */
export async function storeReplayed(
  tx: Queryable,
  companyId: number,
  records: readonly Replayed[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(store, [
    companyId,
    records.map(({ kind }) => kind),
    records.map(({ id }) => id),
    records.map(({ sequence }) => sequence),
    records.map(({ fields }) => fields?.number),
    records.map(({ fields }) => fields?.amount_paid),
    records.map(({ fields }) => fields && textOf(fields)),
    records.map(({ parts }) => (parts.length === 0 ? null : JSON.stringify(parts))),
    records.map(({ detailsHash }) => detailsHash),
  ]);
}

// Only invoices have balances that other records change; in the order in which the text of an invoice has them.
const balanceNames = ["amount_credited", "amount_refunded", "credit_applied", "credit_applied_elsewhere"];
const sumsSql = balanceNames.map((name) => `sum(p.amount) filter (where p.field = '${name}') as ${name}`);
const balancesSql = `select p.invoice_id, ${sumsSql.join(", ")} from (
    select (p ->> 0)::int8 as invoice_id, p ->> 1 as field, (p ->> 2)::numeric as amount
    from books_replay r cross join lateral jsonb_array_elements(r.parts) p where r.company_id = $1
  ) p group by p.invoice_id`;
const balancesTextSql = balanceNames.map((name) => `'|', trim_scale(coalesce(b.${name}, 0))`).join(", ");
const balancesJsonSql = balanceNames.map((name) => `'${name}', coalesce(b.${name}, 0)`).join(", ");

const replayedSql = (kind: ComparedKind) =>
  kind === "invoice"
    ? `select r.id, r.sequence, concat(r.text, ${balancesTextSql}) as text, r.details_hash,
         jsonb_build_object(${balancesJsonSql}) as balances
       from books_replay r left join (${balancesSql}) b on b.invoice_id = r.id
       where r.company_id = $1 and r.kind = 'invoice' and r.text is not null`
    : `select r.id, r.sequence, r.text, r.details_hash, null::jsonb as balances from books_replay r
       where r.company_id = $1 and r.kind = '${kind}'`;
const storedSql: Record<ComparedKind, string> = {
  invoice: invoicesForBooksSql,
  credit_note: creditNotesForBooksSql,
  payment: paymentsForBooksSql,
};

export type DifferingRow = {
  id: number;
  /** The last event of the record; null if there is none, or it was deleted. */
  sequence: number | null;
  /** What other records' events say of the balances of an invoice. */
  balances: Record<string, number> | null;
};

// Few, because their events are read again, and one can be as large as the largest request.
const rowsPerFetch = 100;

/** The records whose texts differ, or that only one side has, some at a time. */
export async function* findDiffering(
  tx: Transaction,
  companyId: number,
  kind: ComparedKind,
): AsyncGenerator<DifferingRow[]> {
  await tx.query(
    `declare books_compared cursor for
     select coalesce(e.id, t.id) as id, e.sequence, e.balances
     from (${replayedSql(kind)}) e full join (${storedSql[kind]}) t on t.id = e.id
     where e.text is distinct from t.text or e.details_hash <> t.details_hash`,
    [companyId],
  );
  for (;;) {
    const rows = await tx.query<DifferingRow>(`fetch ${rowsPerFetch} from books_compared`);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerFetch) break;
  }
  await tx.query("close books_compared");
}

type Stored = { fields: Record<string, unknown>; details: Record<string, unknown> };

/** The fields of records as the tables have them. */
export async function readStored(
  tx: Queryable,
  companyId: number,
  kind: ComparedKind,
  ids: readonly number[],
): Promise<Map<number, Stored>> {
  const rows = await tx.query<Stored & { id: number }>(
    `select t.id, t.fields, t.details from (${storedSql[kind]}) t where t.id = any($2::int8[])`,
    [companyId, ids],
  );
  return new Map(rows.map(({ id, fields, details }) => [id, { fields, details }]));
}

/** The series of numbers in the events: how many numbers there are, and the last one. */
export function readReplayedSeries(
  tx: Queryable,
  companyId: number,
): Promise<{ series: string; count: number; last: number }[]> {
  return tx.query(
    `select n.series, count(distinct n.number)::int8 as count, max(n.number) as last from (
       select upper(regexp_replace(m[1], '[^A-Za-z0-9]', '', 'g')) as series, m[2]::int8 as number
       from books_replay r cross join lateral regexp_match(r.number, '^(.*[A-Za-z-])(\\d+)$') m
       where r.company_id = $1 and r.kind in ('invoice', 'credit_note', 'sale', 'quote') and r.number is not null
     ) n group by n.series order by n.series`,
    [companyId],
  );
}

/** What the events say that these invoices were paid. */
export async function readReplayedPaid(
  tx: Queryable,
  companyId: number,
  invoiceIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; paid: string }>(
    `select r.id, r.amount_paid as paid from books_replay r
     where r.company_id = $1 and r.kind = 'invoice' and r.id = any($2::int8[])`,
    [companyId, invoiceIds],
  );
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}

/** Invoices whose written off amounts do not follow from their balance, which is compared with the events. */
export function findWriteOffsOff(
  tx: Queryable,
  companyId: number,
): Promise<{ id: number; due: number; written: number }[]> {
  return tx.query(
    `select w.id, w.due::float8 as due, w.written::float8 as written from (${writeOffsForBooksSql}) w`,
    [companyId],
  );
}

const numberedSql: Record<NumberedKind, string> = { sale: saleNumbersSql, quote: quoteNumbersSql };

type NumberOff = { id: number; expected: string | null; actual: string | null };

/** Records whose numbers are not those of their events, or that only one side has. */
export function findNumbersOff(tx: Queryable, companyId: number, kind: NumberedKind): Promise<NumberOff[]> {
  return tx.query<NumberOff>(
    `select coalesce(e.id, t.id) as id, e.number as expected, t.number as actual
     from (select r.id, r.number from books_replay r where r.company_id = $1 and r.kind = '${kind}') e
     full join (${numberedSql[kind]}) t on t.id = e.id
     where e.number is distinct from t.number order by 1`,
    [companyId],
  );
}
