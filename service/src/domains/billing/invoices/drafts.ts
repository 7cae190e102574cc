import {
  forgetExpired,
  type Keyed,
  keptAnswerSql,
  keyLock,
} from "../../../http/idempotency/idempotency-store.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type Json, jsonOf, tryLockSql } from "../../../platform/db/sql.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { customerSnapshotFields } from "../../catalog/customers/service.ts";
import { eventHeadSql } from "../../webhooks/events/service.ts";
import { type LineColumns, lineColumnsSql, lineRowsSql } from "../lines/service.ts";
import { draftJson, type NewDraft } from "./fields.ts";

/** A draft ready to be stored, except for its ids and its customer. */
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
  /** Already answered under the same key. */
  | { kind: "stored"; request_hash: Buffer; status: number; body: string }
  /** Another node is working on a request with the same key. */
  | { kind: "twin" }
  | { kind: "no customer" }
  | { kind: "over quota"; limit: number; used: number };

type DraftLookup = {
  id: number;
  /** As text: the driver does not parse lists of big integers. */
  line_ids: string[];
  customer: Json | null;
  request_hash: Buffer | null;
  status: number | null;
  body: string | null;
  expired: boolean | null;
};

/** Allocates the ids and looks up what the drafts refer to, without locks. */
const lookUp = statement(
  "invoice_drafts_look_up",
  `select nextval('invoices_id_seq') as id,
     (select array_agg(nextval('invoice_lines_id_seq')::int8) from generate_series(1, x.line_count)) as line_ids,
     c.customer, k.request_hash, k.status, k.body, k.expired
   from unnest($1::int8[], $2::int8[], $3::int4[], $4::text[], $5::timestamptz[])
     with ordinality as x(company_id, customer_id, line_count, key, kept_since, ord)
   left join lateral (
     select ${jsonOf(customerSnapshotFields)} as customer from customers c
     where c.company_id = x.company_id and c.id = x.customer_id limit 1
   ) c on true
   left join lateral (
     select k.request_hash, k.status, ${keptAnswerSql} as body, k.created_at <= x.kept_since as expired
     from idempotency_keys k where k.company_id = x.company_id and k.key = x.key limit 1
   ) k on true
   order by x.ord`,
);

const store = statement(
  "invoice_drafts_store",
  `with input as materialized (
     select *, lock is null or ${tryLockSql("lock")} as locked,
       convert_from(substring($3::bytea from starts_at for length), 'UTF8') as json
     from json_to_recordset($1) as x(company_id int8, id int8, customer_id int8, invoice_date date, due_date date,
       currency text, subtotal numeric, tax_total numeric, total numeric, taxes jsonb, sale_id int8, source text,
       portal_secret text, external_id text, notes text, metadata jsonb, now timestamptz, month date,
       starts_at int, length int, event_tail text, key text, request_hash text, answer_tail text, lock text)
   ), eligible as materialized (
     select *, row_number() over (partition by company_id order by id) as place from input where locked
   ), counters as materialized (
     -- The company's one hot row, locked in id order so that batches of several companies can't deadlock.
     select n.company_id, n.event_sequence, s.quota_invoices as quota,
       case when n.usage_month >= m.month then n.invoices_used else 0 end as used,
       -- Whoever comes late from the month before counts in the one that has begun, which is not begun again for it.
       greatest(n.usage_month, m.month) as month
     from (select company_id, max(month) as month from eligible group by company_id) m
     join company_counters n using (company_id) join subscriptions s using (company_id)
     order by n.company_id for no key update of n
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served.
     select e.* from eligible e join counters n using (company_id) where n.quota is null or n.used + e.place <= n.quota
   ), kept as (
     -- A twin that committed since the look-up makes this fail, and with it the batch: it is then run one by one.
     insert into idempotency_keys (company_id, key, request_hash, status, body_start, event_sequence, body, created_at)
     select a.company_id, a.key, decode(a.request_hash, 'hex'), 201, '{"success":true,"invoice":',
       n.event_sequence + a.place, a.answer_tail, a.now
     from admitted a join counters n using (company_id) where a.key is not null
   ), stored as (
     insert into invoices (company_id, id, status, customer_id, invoice_date, due_date, currency, subtotal,
       tax_total, total, taxes, sale_id, source, portal_secret, external_id, notes, metadata, created_at, updated_at)
     select company_id, id, 'draft', customer_id, invoice_date, due_date, currency, subtotal,
       tax_total, total, taxes, sale_id, source, portal_secret, external_id, notes, metadata, now, now
     from admitted
   ), stored_lines as (
     insert into invoice_lines (company_id, invoice_id, id, ${lineColumnsSql})
     select company_id, invoice_id, id, ${lineColumnsSql}
     from ${lineRowsSql("$2", "company_id int8, invoice_id int8, id int8, ")}
     where invoice_id in (select id from admitted)
   ), told as (
     insert into events (company_id, sequence, type, created_at, body)
     select a.company_id, n.event_sequence + a.place, 'invoice.created', a.now,
       ${eventHeadSql("a.company_id", "(n.event_sequence + a.place)", "'invoice.created'")} || a.event_tail || a.json || '}}'
     from admitted a join counters n using (company_id)
   ), counted as (
     update company_counters n set event_sequence = n.event_sequence + t.made,
       usage_month = c.month, invoices_used = c.used + t.made,
       payment_links_used = case when n.usage_month = c.month then n.payment_links_used else 0 end
     from (select company_id, count(*) as made from admitted group by company_id) t join counters c using (company_id)
     where n.company_id = t.company_id
   )
   select i.id, i.id in (select id from admitted) as admitted, i.locked, n.quota, n.used
   from input i left join counters n using (company_id)`,
);

type StoredDraft = {
  id: number;
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
  const found = await db.query<DraftLookup>(lookUp, [
    orders.map((order) => order.companyId),
    orders.map((order) => order.customer_id),
    orders.map((order) => order.lines.length),
    orders.map((order) => order.keyed?.key ?? null),
    orders.map((order) => order.keyed?.keptSince ?? null),
  ]);
  const drafts = orders.map((order, index) => prepare(order, found[index]!));
  const ready = drafts.filter((draft) => "row" in draft);
  await forgetExpired(
    db,
    orders.filter((_order, index) => found[index]!.expired),
  );
  const stored = ready.length === 0 ? [] : await db.query<StoredDraft>(store, parametersOf(ready));
  const byId = new Map(stored.map((row) => [row.id, row]));
  return drafts.map((draft) => ("row" in draft ? outcomeOf(byId.get(draft.row.id)!, draft.json) : draft));
}

type PreparedDraft = { row: { id: number; starts_at: number; length: number }; lines: object[]; json: Json };

/**
 * The documents are sent concatenated as bytes: inside the rows' JSON each of their quotes would have to be escaped.
 */
function parametersOf(ready: readonly PreparedDraft[]): [rows: string, lines: string, documents: Buffer] {
  const documents = ready.map(({ json }) => Buffer.from(json));
  let startsAt = 1;
  ready.forEach(({ row }, index) => {
    row.starts_at = startsAt;
    row.length = documents[index]!.length;
    startsAt += row.length;
  });
  const rows = JSON.stringify(ready.map(({ row }) => row));
  const lines = JSON.stringify(ready.flatMap((draft) => draft.lines));
  return [rows, lines, Buffer.concat(documents)];
}

function prepare(order: DraftOrder, found: DraftLookup): PreparedDraft | DraftOutcome {
  const { request_hash, status, body, customer } = found;
  if (request_hash !== null && !found.expired)
    return { kind: "stored", request_hash, status: status!, body: body! };
  if (customer === null) return { kind: "no customer" };
  const lines = order.lines.map((line, index) => ({ ...line, id: Number(found.line_ids[index]) }));
  const json = draftJson({ ...order, id: found.id, customer, lines });
  return {
    row: rowOf(order, found.id),
    lines: lines.map((line) => lineRowOf(line, order.companyId, found.id)),
    json,
  };
}

// Undefined members are not sent: they are null in the database anyway, and cost nothing to read there.
function rowOf(order: DraftOrder, id: number) {
  const { keyed } = order;
  return {
    company_id: order.companyId,
    id,
    customer_id: order.customer_id,
    invoice_date: order.invoice_date,
    due_date: order.due_date,
    currency: order.currency,
    subtotal: order.subtotal,
    tax_total: order.tax_total,
    total: order.total,
    // Text that is already JSON; all its numbers are within the digits that a double carries.
    taxes: JSON.parse(order.taxes) as unknown,
    sale_id: order.sale_id ?? undefined,
    source: order.source,
    portal_secret: order.portal_secret,
    external_id: order.external_id ?? undefined,
    notes: order.notes ?? undefined,
    metadata: order.metadata,
    now: isoText(order.now),
    month: order.month,
    starts_at: 0,
    length: 0,
    event_tail: order.eventTail,
    key: keyed?.key,
    request_hash: keyed?.requestHash.toString("hex"),
    answer_tail: keyed?.answerTail,
    lock: keyed && keyLock(order.companyId, keyed),
  };
}

function lineRowOf(line: LineColumns & { id: number }, company_id: number, invoice_id: number) {
  return {
    company_id,
    invoice_id,
    id: line.id,
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unit_price,
    tax_rate: line.tax_rate,
    tax_category: line.tax_category,
    exemption_reason: line.exemption_reason ?? undefined,
    product_id: line.product_id ?? undefined,
    unit_code: line.unit_code,
    hs_code: line.hs_code ?? undefined,
    service_code: line.service_code ?? undefined,
    net_amount: line.net_amount,
    tax_amount: line.tax_amount,
    total_amount: line.total_amount,
  };
}

function outcomeOf(stored: StoredDraft, invoice: Json): DraftOutcome {
  if (stored.admitted) return { kind: "created", invoice };
  if (!stored.locked) return { kind: "twin" };
  return { kind: "over quota", limit: stored.quota!, used: stored.used! };
}
