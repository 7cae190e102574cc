import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import { creditNotesForBooksSql } from "../../billing/credit-notes/service.ts";
import { invoicesForBooksSql } from "../../billing/invoices/service.ts";
import { paymentsForBooksSql } from "../../payments/payments/service.ts";
import type { Replayed, ReplayedKind } from "./replay.ts";

/**
 * What the events say is kept in a temporary table, so that a company's history takes no more memory the longer it is, and
 * the database compares. These statements are not prepared: the table exists only in the transaction of a check.
 */
export async function prepareReplay(tx: Queryable): Promise<void> {
  // One moment for events, counters and tables: nothing that is changed meanwhile looks like a difference.
  await tx.query("set transaction isolation level repeatable read");
  await tx.query("set local statement_timeout = 0");
  await tx.query(
    `create temporary table books_replay (company_id bigint, kind text, id bigint, sequence bigint, fields jsonb,
       parts jsonb, primary key (company_id, kind, id)) on commit drop`,
  );
}

const store = `insert into books_replay as r (company_id, kind, id, sequence, fields, parts)
  select $1, x.kind, x.id, x.sequence, x.fields, x.parts
  from jsonb_to_recordset($2::jsonb) x(kind text, id int8, sequence int8, fields jsonb, parts jsonb)
  on conflict (company_id, kind, id) do update
  set sequence = excluded.sequence, fields = excluded.fields, parts = excluded.parts`;

/** Each record once, as of its last event. */
export async function storeReplayed(
  tx: Queryable,
  companyId: number,
  records: readonly Replayed[],
): Promise<void> {
  if (records.length === 0) return;
  // As one text: the driver would write an array element by element, with every quote escaped.
  await tx.query(store, [companyId, JSON.stringify(records)]);
}

// Only invoices have balances that other records change.
const balancesSql = `select p.invoice_id, jsonb_object_agg(p.field, p.amount) as fields from (
    select (p ->> 0)::int8 as invoice_id, p ->> 1 as field, sum((p ->> 2)::numeric) as amount
    from books_replay r cross join lateral jsonb_array_elements(r.parts) p where r.company_id = $1
    group by 1, 2
  ) p group by p.invoice_id`;
const noBalances = `'{"amount_credited":0,"amount_refunded":0,"credit_applied":0,"credit_applied_elsewhere":0}'::jsonb`;

const replayedSql: Record<ReplayedKind, string> = {
  invoice: `select r.id, r.sequence, ${noBalances} || r.fields || coalesce(b.fields, '{}') as fields
    from books_replay r left join (${balancesSql}) b on b.invoice_id = r.id
    where r.company_id = $1 and r.kind = 'invoice' and r.fields is not null`,
  credit_note: `select r.id, r.sequence, r.fields from books_replay r
    where r.company_id = $1 and r.kind = 'credit_note'`,
  payment:
    "select r.id, r.sequence, r.fields from books_replay r where r.company_id = $1 and r.kind = 'payment'",
};
const storedSql: Record<ReplayedKind, string> = {
  invoice: invoicesForBooksSql,
  credit_note: creditNotesForBooksSql,
  payment: paymentsForBooksSql,
};

export type ComparedRow = {
  id: number;
  sequence: number | null;
  /** Null if only the other side has the record. */
  events: Record<string, unknown> | null;
  stored: Record<string, unknown> | null;
};

const rowsPerFetch = 500;

/** The records that differ, some at a time. Fields that the event does not have are not compared. */
export async function* compareRecords(
  tx: Transaction,
  companyId: number,
  kind: ReplayedKind,
): AsyncGenerator<ComparedRow[]> {
  await tx.query(
    `declare books_compared cursor for
     select coalesce(e.id, t.id) as id, e.sequence, e.fields as events, t.fields as stored
     from (${replayedSql[kind]}) e full join (${storedSql[kind]}) t on t.id = e.id
     where (t.fields @> e.fields) is not true`,
    [companyId],
  );
  for (;;) {
    const rows = await tx.query<ComparedRow>(`fetch ${rowsPerFetch} from books_compared`);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerFetch) break;
  }
  await tx.query("close books_compared");
}

/** The series of numbers in the events: how many numbers there are, and the last one. */
export function readReplayedSeries(
  tx: Queryable,
  companyId: number,
): Promise<{ series: string; count: number; last: number }[]> {
  return tx.query(
    `select n.series, count(distinct n.number)::int8 as count, max(n.number) as last from (
       select upper(regexp_replace(m[1], '[^A-Za-z0-9]', '', 'g')) as series, m[2]::int8 as number
       from books_replay r cross join lateral regexp_match(r.fields ->> 'number', '^(.*[A-Za-z-])(\\d+)$') m
       where r.company_id = $1 and r.kind in ('invoice', 'credit_note') and r.fields ->> 'number' is not null
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
    `select r.id, (r.fields ->> 'amount_paid')::numeric as paid from books_replay r
     where r.company_id = $1 and r.kind = 'invoice' and r.id = any($2::int8[])`,
    [companyId, invoiceIds],
  );
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}
