import { type Queryable, statement } from "../../foundation/database.ts";
import { type Json, jsonOf, tryLockSql } from "../../foundation/sql.ts";
import { customerSnapshotFields } from "../customers/service.ts";
import { eventHeadSql } from "../events/service.ts";
import { type LineColumns, lineColumnsSql, lineRowsSql } from "../lines/service.ts";
import { draftJson, type NewDraft } from "./fields.ts";

/** An answer to keep under an Idempotency-Key, together with the effect. */
export type Keyed = { key: string; requestHash: Buffer; keptSince: Date; answerTail: string };

/** A draft ready to be stored, but for its ids and its customer. */
export type DraftOrder = Omit<NewDraft, "id" | "customer" | "lines"> & {
  companyId: number;
  /** First day of the month in which it counts against the quota. */
  month: string;
  lines: LineColumns[];
  /** The event's text between its sequence number and its object. */
  eventTail: string;
  keyed: Keyed | undefined;
};

export type DraftOutcome =
  | { kind: "created"; invoice: Json }
  /** Answered before, under the same key. */
  | { kind: "stored"; request_hash: Buffer; status: number; body: string }
  /** A request with the same key is under way elsewhere. */
  | { kind: "twin" }
  | { kind: "no customer" }
  | { kind: "over quota"; limit: number; used: number };

type Found = {
  id: number;
  /** As text: the driver does not parse lists of big integers. */
  line_ids: string[];
  customer: Json | null;
  request_hash: Buffer | null;
  status: number | null;
  body: string | null;
};

/** Draws the ids and looks up what the drafts refer to; takes no lock. */
const lookUp = statement(
  "invoice_drafts_look_up",
  `select nextval('invoices_id_seq') as id,
     (select array_agg(nextval('invoice_lines_id_seq')::int8) from generate_series(1, x.line_count)) as line_ids,
     c.customer, k.request_hash, k.status, k.body
   from unnest($1::int8[], $2::int8[], $3::int4[], $4::text[], $5::timestamptz[])
     with ordinality as x(company_id, customer_id, line_count, key, kept_since, ord)
   left join lateral (
     select ${jsonOf(customerSnapshotFields)} as customer from customers c
     where c.company_id = x.company_id and c.id = x.customer_id limit 1
   ) c on true
   left join lateral (
     select k.request_hash, k.status, k.body from idempotency_keys k
     where k.company_id = x.company_id and k.key = x.key and k.created_at > x.kept_since limit 1
   ) k on true
   order by x.ord`,
);

const store = statement(
  "invoice_drafts_store",
  `with input as materialized (
     select *, lock is null or ${tryLockSql("lock")} as locked
     from json_to_recordset($1) as x(company_id int8, id int8, customer_id int8, invoice_date date, due_date date,
       currency text, subtotal numeric, tax_total numeric, total numeric, taxes jsonb, sale_id int8, source text,
       portal_secret text, external_id text, notes text, metadata jsonb, now timestamptz, month date, json text,
       event_tail text, key text, request_hash text, answer_tail text, lock text)
   ), eligible as materialized (
     select *, row_number() over (partition by company_id order by id) as place from input where locked
   ), counters as materialized (
     -- The company's one hot row, locked in id order so that batches of several companies can't deadlock.
     select n.company_id, n.event_sequence, s.quota_invoices as quota,
       case when n.usage_month = m.month then n.invoices_used else 0 end as used, m.month
     from (select company_id, min(month) as month from eligible group by company_id) m
     join company_counters n using (company_id) join subscriptions s using (company_id)
     order by n.company_id for no key update of n
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served.
     select e.* from eligible e join counters n using (company_id) where n.quota is null or n.used + e.place <= n.quota
   ), claimed as (
     -- A twin may have committed after our look-up: then its row stands, and ours is not made.
     insert into idempotency_keys as k (company_id, key, request_hash, status, body, created_at)
     select company_id, key, decode(request_hash, 'hex'), 201, '{"success":true,"invoice":' || json || answer_tail, now
     from admitted where key is not null
     on conflict (company_id, key) do update set request_hash = excluded.request_hash,
       status = excluded.status, body = excluded.body, created_at = excluded.created_at
     where k.created_at <= excluded.created_at - interval '24 hours'
     returning k.company_id, k.key
   ), accepted as materialized (
     select *, row_number() over (partition by company_id order by id) as step from admitted
     where key is null or (company_id, key) in (select company_id, key from claimed)
   ), stored as (
     insert into invoices (company_id, id, status, customer_id, invoice_date, due_date, currency, subtotal,
       tax_total, total, taxes, sale_id, source, portal_secret, external_id, notes, metadata, created_at, updated_at)
     select company_id, id, 'draft', customer_id, invoice_date, due_date, currency, subtotal,
       tax_total, total, taxes, sale_id, source, portal_secret, external_id, notes, metadata, now, now
     from accepted
   ), stored_lines as (
     insert into invoice_lines (company_id, invoice_id, id, ${lineColumnsSql})
     select company_id, invoice_id, id, ${lineColumnsSql}
     from ${lineRowsSql("$2", "company_id int8, invoice_id int8, id int8, ")}
     where invoice_id in (select id from accepted)
   ), told as (
     insert into events (company_id, sequence, type, created_at, body)
     select a.company_id, n.event_sequence + a.step, 'invoice.created', a.now,
       ${eventHeadSql("a.company_id", "(n.event_sequence + a.step)", "'invoice.created'")} || a.event_tail || a.json || '}}'
     from accepted a join counters n using (company_id)
   ), counted as (
     update company_counters n set event_sequence = n.event_sequence + t.made,
       usage_month = c.month, invoices_used = c.used + t.made
     from (select company_id, count(*) as made from accepted group by company_id) t join counters c using (company_id)
     where n.company_id = t.company_id
   )
   select i.id, i.id in (select id from accepted) as accepted, i.id in (select id from admitted) as admitted,
     i.locked, n.quota, n.used
   from input i left join counters n using (company_id)`,
);

type Stored = {
  id: number;
  accepted: boolean;
  admitted: boolean;
  locked: boolean;
  quota: number | null;
  used: number | null;
};

/**
 * Stores any number of drafts with their lines, events, usage and kept answers. The second statement is one
 * transaction and one flush to disk for all of them. Outcomes come back in the order of the drafts.
 */
export async function storeDrafts(db: Queryable, orders: readonly DraftOrder[]): Promise<DraftOutcome[]> {
  const found = await db.query<Found>(lookUp, [
    orders.map((order) => order.companyId),
    orders.map((order) => order.customer_id),
    orders.map((order) => order.lines.length),
    orders.map((order) => order.keyed?.key ?? null),
    orders.map((order) => order.keyed?.keptSince ?? null),
  ]);
  const drafts = orders.map((order, index) => prepare(order, found[index]!));
  const ready = drafts.filter((draft) => "row" in draft);
  const rows = JSON.stringify(ready.map((draft) => draft.row));
  const lines = JSON.stringify(ready.flatMap((draft) => draft.lines));
  const stored = ready.length === 0 ? [] : await db.query<Stored>(store, [rows, lines]);
  const byId = new Map(stored.map((row) => [row.id, row]));
  return drafts.map((draft) => ("row" in draft ? outcomeOf(byId.get(draft.row.id)!, draft.row.json) : draft));
}

type Row = { id: number; json: Json } & Record<string, unknown>;
type Ready = { row: Row; lines: Record<string, unknown>[] };

function prepare(order: DraftOrder, found: Found): Ready | DraftOutcome {
  const { request_hash, status, body, customer } = found;
  if (request_hash !== null) return { kind: "stored", request_hash, status: status!, body: body! };
  if (customer === null) return { kind: "no customer" };
  const { companyId: company_id, keyed, eventTail: event_tail, supplier: _supplier, ...content } = order;
  const lines = order.lines.map((line, index) => ({ ...line, id: Number(found.line_ids[index]) }));
  const json = draftJson({ ...order, id: found.id, customer, lines });
  const row = {
    ...withoutNulls({ ...content, lines: null }),
    // Text that is JSON already; all its numbers are within the digits that a double carries.
    taxes: JSON.parse(order.taxes) as unknown,
    id: found.id,
    company_id,
    event_tail,
    json,
    key: keyed?.key,
    request_hash: keyed?.requestHash.toString("hex"),
    answer_tail: keyed?.answerTail,
    lock: keyed && `${company_id}:${keyed.key}`,
  };
  return { row, lines: lines.map((line) => withoutNulls({ ...line, company_id, invoice_id: found.id })) };
}

function outcomeOf(stored: Stored, invoice: Json): DraftOutcome {
  if (stored.accepted) return { kind: "created", invoice };
  if (stored.locked && !stored.admitted)
    return { kind: "over quota", limit: stored.quota!, used: stored.used! };
  return { kind: "twin" };
}

/** What is not sent is null in the database anyway, and costs nothing to read there. */
function withoutNulls(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (row[name] === null) row[name] = undefined;
  return row;
}
