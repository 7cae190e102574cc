import { type Queryable, statement } from "../../foundation/database.ts";
import { jsonOf, tryLockSql } from "../../foundation/sql.ts";
import { eventHeadSql } from "../events/service.ts";
import { lineColumnsSql, lineFields, lineRowsSql } from "../lines/service.ts";
import type { LineColumns } from "../lines/service.ts";
import { invoiceFields, type InvoiceContent, partiesSql } from "./queries.ts";

/** A draft ready to be stored; `key` and what belongs to it only when the request carried an Idempotency-Key. */
export type DraftRow = InvoiceContent & {
  company_id: number;
  sale_id: number | null;
  source: "api" | "portal" | "site";
  portal_secret: string;
  now: Date;
  today: string;
  lines: LineColumns[];
  /** The event's text between its sequence number and its object. */
  event_tail: string;
  key: string | null;
  /** Hexadecimal. */
  request_hash: string | null;
  kept_since: Date;
  /** Members of the answer after the invoice, with the closing brace. */
  answer_tail: string;
  /** Taken by try-lock: a twin on another node must not block the neighbours of this row. */
  lock: string | null;
};

/** What became of one draft of a batch, told in this order of precedence. */
export type DraftOutcome = {
  stored_hash: Buffer | null;
  stored_status: number | null;
  stored_body: string | null;
  locked: boolean;
  customer_found: boolean;
  quota: number | null;
  used: number | null;
  admitted: boolean;
  json: string | null;
};

export const insert = statement(
  "invoice_insert_drafts",
  `with input as materialized (
     select * from json_to_recordset($1) as x(ord int, company_id bigint, customer_id bigint,
       invoice_date date, due_date date, currency text, subtotal numeric, tax_total numeric, total numeric,
       taxes jsonb, sale_id bigint, source text, portal_secret text, external_id text, notes text,
       metadata jsonb, now timestamptz, today date, lines json, event_tail text, key text, request_hash text,
       kept_since timestamptz, answer_tail text, lock text)
   ), looked_up as materialized (
     select x.*, c.found is not null as customer_found,
       k.request_hash as stored_hash, k.status as stored_status, k.body as stored_body,
       x.lock is null or ${tryLockSql("x.lock")} as locked
     from input x
     left join lateral (
       select true as found from customers c where c.company_id = x.company_id and c.id = x.customer_id limit 1
     ) c on true
     left join lateral (
       select k.request_hash, k.status, k.body from idempotency_keys k
       where k.company_id = x.company_id and k.key = x.key and k.created_at > x.kept_since limit 1
     ) k on true
   ), eligible as materialized (
     select * from looked_up where locked and customer_found and stored_hash is null
   ), counters as materialized (
     -- The company's one hot row, locked in id order so that batches of several companies can't deadlock.
     select n.company_id, n.event_sequence, s.quota_invoices as quota,
       case when n.usage_month = m.month then n.invoices_used else 0 end as used, m.month
     from (select company_id, min(date_trunc('month', today))::date as month from eligible group by company_id) m
     join company_counters n using (company_id) join subscriptions s using (company_id)
     order by n.company_id for update of n
   ), drafts as materialized (
     -- A quota admits as many as fit, first come first served; ids are drawn in the order of arrival.
     select nextval('invoices_id_seq') as id, e.*, null::text as number, 'draft' as status,
       null::jsonb as customer_snapshot, null::jsonb as supplier_snapshot, 0::numeric as amount_paid,
       0::numeric as amount_credited, 0::numeric as amount_refunded, null::text as irn,
       'none' as fiscal_status, null::jsonb as fiscal, e.now as created_at, e.now as updated_at,
       null::timestamptz as issued_at, null::timestamptz as paid_at, null::timestamptz as voided_at
     from (
       select e.*, row_number() over (partition by company_id order by ord) as place from eligible e order by ord
     ) e
     join counters n using (company_id) where n.quota is null or n.used + e.place <= n.quota
   ), draft_lines as materialized (
     select d.company_id, d.id as invoice_id, nextval('invoice_lines_id_seq') as id, l.*
     from drafts d cross join lateral ${lineRowsSql("d.lines")}
   ), listed as materialized (
     select l.invoice_id, json_agg(${jsonOf(lineFields)} order by l.id) as lines from draft_lines l group by l.invoice_id
   ), rendered as materialized (
     select r.id, ${jsonOf(`${invoiceFields.replace("$2::date", "r.today")}, listed.lines`)}::text as json
     from drafts r ${partiesSql} join listed on listed.invoice_id = r.id
   ), claimed as (
     -- A twin may have committed after our snapshot: then its row stands, and ours is not made.
     insert into idempotency_keys as k (company_id, key, request_hash, status, body, created_at)
     select d.company_id, d.key, decode(d.request_hash, 'hex'), 201,
       '{"success":true,"invoice":' || r.json || d.answer_tail, d.now
     from drafts d join rendered r using (id) where d.key is not null
     on conflict (company_id, key) do update set request_hash = excluded.request_hash,
       status = excluded.status, body = excluded.body, created_at = excluded.created_at
     where k.created_at <= excluded.created_at - interval '24 hours'
     returning k.company_id, k.key
   ), accepted as materialized (
     select d.ord, d.id, d.company_id, d.now, d.event_tail, r.json,
       row_number() over (partition by d.company_id order by d.ord) as place
     from drafts d join rendered r using (id) left join claimed k on k.company_id = d.company_id and k.key = d.key
     where d.key is null or k.key is not null
   ), stored as (
     insert into invoices (company_id, id, status, customer_id, invoice_date, due_date, currency, subtotal,
       tax_total, total, taxes, sale_id, source, portal_secret, external_id, notes, metadata, created_at, updated_at)
     select d.company_id, d.id, d.status, d.customer_id, d.invoice_date, d.due_date, d.currency, d.subtotal,
       d.tax_total, d.total, d.taxes, d.sale_id, d.source, d.portal_secret, d.external_id, d.notes, d.metadata,
       d.now, d.now
     from drafts d join accepted using (id)
   ), stored_lines as (
     insert into invoice_lines (company_id, invoice_id, id, ${lineColumnsSql})
     select l.company_id, l.invoice_id, l.id, ${lineColumnsSql
       .split(",")
       .map((column) => `l.${column.trim()}`)
       .join(", ")}
     from draft_lines l join accepted a on a.id = l.invoice_id
   ), told as (
     insert into events (company_id, sequence, type, created_at, body)
     select a.company_id, n.event_sequence + a.place, 'invoice.created', a.now,
       ${eventHeadSql("a.company_id", "(n.event_sequence + a.place)", "'invoice.created'")} || a.event_tail || a.json || '}}'
     from accepted a join counters n using (company_id)
   ), counted as (
     update company_counters n set event_sequence = n.event_sequence + t.made,
       usage_month = t.month, invoices_used = t.used + t.made
     from (
       select c.company_id, c.month, c.used, count(*) as made
       from accepted a join counters c using (company_id) group by c.company_id, c.month, c.used
     ) t where n.company_id = t.company_id
   )
   select l.stored_hash, l.stored_status, l.stored_body, l.locked, l.customer_found, n.quota, n.used,
     d.id is not null as admitted, a.json
   from looked_up l left join counters n using (company_id)
   left join drafts d using (ord) left join accepted a using (ord)
   order by l.ord`,
);

/**
 * Stores any number of drafts with their lines, events, usage and kept answers in one statement, which is
 * one transaction and one flush to disk for all of them. Outcomes come back in the order of the rows.
 */
export async function insertDrafts(db: Queryable, rows: readonly DraftRow[]): Promise<DraftOutcome[]> {
  return db.query<DraftOutcome>(insert, [JSON.stringify(rows.map((row, ord) => ({ ...row, ord })))]);
}
