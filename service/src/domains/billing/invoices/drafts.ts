import {
  deleteExpired,
  type IdempotencyInput,
  insertResponsesSql,
  keyRow,
  keyRowTypes,
  type StoredResponse,
  storedResponseSql,
  tryKeyLockSql,
} from "../../../http/idempotency/idempotency-store.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { rowTypesSql } from "../../../platform/db/record.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { createTextBatch, type TextBatch, textAtSql } from "../../../platform/db/text-batch.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { customerByIdSql } from "../../catalog/customers/service.ts";
import {
  lockCountersSql,
  updateCountersSql,
  withinInvoiceQuotaSql,
} from "../../tenancy/companies/service.ts";
import { eventRowTypes, insertEventsSql } from "../../webhooks/events/service.ts";
import {
  insertLinesSql,
  type LineColumns,
  lineRecords,
  lineRowsSql,
  newLineIdsSql,
  withLineIds,
} from "../lines/service.ts";
import { invoiceRecord, type NewDraft, newInvoiceIdSql } from "./fields.ts";

/** A draft ready to be stored, except for its ids and its customer. */
export type DraftOrder = Omit<NewDraft, "id" | "customer" | "lines"> & {
  /** First day of the month in which it counts against the quota. */
  month: string;
  lines: LineColumns[];
  /** The event's text between its sequence number and its object. */
  eventTail: string;
  keyed: IdempotencyInput | undefined;
};

export type DraftOutcome =
  | { kind: "created"; invoice: Json }
  /** Already answered under the same key. */
  | { kind: "stored"; request_hash: Buffer; status: number; body: string }
  /** Another node is working on a request with the same key. */
  | { kind: "in_progress" }
  | { kind: "no customer" }
  | { kind: "over quota"; limit: number; used: number };

type DraftLookup = StoredResponse & { id: number; line_ids: string[]; customer: Json | null };

/** Allocates the ids and looks up what the drafts refer to, without locks. */
const lookUp = statement(
  "invoice_drafts_look_up",
  `select ${newInvoiceIdSql} as id, ${newLineIdsSql("invoice", "x.line_count")} as line_ids,
     c.customer, k.request_hash, k.status, k.body, k.expired
   from unnest($1::int8[], $2::int8[], $3::int4[], $4::text[], $5::timestamptz[])
     with ordinality as x(company_id, customer_id, line_count, key, valid_since, ord)
   ${customerByIdSql} ${storedResponseSql}
   order by x.ord`,
);

const rowTypes = rowTypesSql(
  invoiceRecord.rowTypes,
  Object.entries({ now: "timestamptz", month: "date", json_at: "int4[]", response_end: "text" }),
  Object.entries(eventRowTypes),
  Object.entries(keyRowTypes),
);

const admittedWithCounters = "admitted join counters using (company_id)";

const store = statement(
  "invoice_drafts_store",
  `with input as materialized (
     select *, ${tryKeyLockSql} as locked, ${textAtSql("$3", "json_at")} as json
     from json_to_recordset($1) as x(${rowTypes})
   ), eligible as materialized (
     select *, row_number() over (partition by company_id order by id) as place from input where locked
   ), counters as materialized (
     ${lockCountersSql("eligible")}
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served.
     select e.* from eligible e join counters n using (company_id) where ${withinInvoiceQuotaSql("e.place")}
   ), used as (
     select company_id, count(*) as events, count(*) as invoices, 0 as payment_links from admitted group by company_id
   ), stored_responses as (
     ${insertResponsesSql(admittedWithCounters, {
       start: `'{"success":true,"invoice":'`,
       event: "event_sequence + place",
       end: "response_end",
     })}
   ), stored_invoices as (
     ${invoiceRecord.insertSql("admitted")}
   ), stored_lines as (
     ${insertLinesSql("invoice", `${lineRowsSql(["invoice"], "$2")} where invoice_id in (select id from admitted)`)}
   ), stored_events as (
     ${insertEventsSql([
       {
         type: "invoice.created",
         from: admittedWithCounters,
         sequence: "(event_sequence + place)",
         object: "json",
       },
     ])}
   ), counted as (
     ${updateCountersSql("used", "counters")}
   )
   select i.id, i.id in (select id from admitted) as admitted, i.locked, n.quota_invoices as quota, n.invoices_used as used
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
 * Stores any number of drafts with their lines, events, usage and responses. The second statement is one transaction and
 * one flush to disk for all of them. Outcomes come back in the order of the drafts.
 */
export async function storeDrafts(db: Queryable, orders: readonly DraftOrder[]): Promise<DraftOutcome[]> {
  const found = await db.query<DraftLookup>(lookUp, [
    orders.map((order) => order.companyId),
    orders.map((order) => order.customer_id),
    orders.map((order) => order.lines.length),
    orders.map((order) => order.keyed?.key ?? null),
    orders.map((order) => order.keyed?.validSince ?? null),
  ]);
  const drafts = orders.map((order, index) => prepare(order, found[index]!));
  await deleteExpired(
    db,
    orders.filter((_order, index) => found[index]!.expired),
  );
  const ready = drafts.filter((draft) => "json" in draft);
  const stored = ready.length === 0 ? [] : await db.query<StoredDraft>(store, parametersOf(ready));
  const byId = new Map(stored.map((row) => [row.id, row]));
  return drafts.map((draft) => ("json" in draft ? outcomeOf(byId.get(draft.draft.id)!, draft.json) : draft));
}

type PreparedDraft = { order: DraftOrder; draft: NewDraft; json: Json };

function prepare(order: DraftOrder, found: DraftLookup): PreparedDraft | DraftOutcome {
  const { id, request_hash, status, body, customer } = found;
  if (request_hash !== null && !found.expired)
    return { kind: "stored", request_hash, status: status!, body: body! };
  if (customer === null) return { kind: "no customer" };
  const lines = withLineIds(order.lines, { company_id: order.companyId, owner_id: id }, found.line_ids);
  const draft = { ...order, id, customer, lines };
  return { order, draft, json: invoiceRecord.newJson(draft) };
}

function parametersOf(ready: readonly PreparedDraft[]): [rows: string, lines: string, texts: Buffer] {
  const texts = createTextBatch();
  const rows = ready.map((each) => rowOf(each, texts));
  const lines = ready.flatMap(({ draft }) => draft.lines);
  const lineRows = lines.map((line) => `{${lineRecords.invoice.rowMembers(line)}}`);
  return [`[${rows.join(",")}]`, `[${lineRows.join(",")}]`, texts.bytes()];
}

function rowOf({ order, draft, json }: PreparedDraft, texts: TextBatch): Json {
  const batchMembers = JSON.stringify({
    now: isoText(order.now),
    month: order.month,
    json_at: texts.add(json),
    event_tail: order.eventTail,
    response_end: order.keyed?.responseTail,
    ...keyRow(order.companyId, order.keyed),
  });
  return `{${invoiceRecord.rowMembers(draft)},${batchMembers.slice(1)}`;
}

function outcomeOf(stored: StoredDraft, invoice: Json): DraftOutcome {
  if (stored.admitted) return { kind: "created", invoice };
  if (!stored.locked) return { kind: "in_progress" };
  return { kind: "over quota", limit: stored.quota!, used: stored.used! };
}
