import {
  type IdempotencyInput,
  insertResponsesSql,
  keyRow,
  keyRowTypes,
  storedResponseSql,
  tryKeyLockSql,
} from "../../../http/idempotency/idempotency-store.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { rowTypesSql } from "../../../platform/db/record.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import {
  createTextBatch,
  filledSql,
  gap,
  type TextBatch,
  textAtSql,
} from "../../../platform/db/text-batch.ts";
import { isoText } from "../../../platform/values/clock.ts";
import {
  type CustomerDefaults,
  customerExistsSql,
  lockedCustomerSql,
} from "../../catalog/customers/service.ts";
import {
  lockCountersSql,
  updateCountersSql,
  withinInvoiceQuotaSql,
} from "../../tenancy/companies/service.ts";
import { eventRowTypes, insertEventsSql, newSalts } from "../../webhooks/events/service.ts";
import {
  insertLinesSql,
  invoiceLikenessSql,
  type LineColumns,
  likenessOf,
  lineRecords,
  lineRowsSql,
  newLineIdsSql,
} from "../lines/service.ts";
import { draftGapsSql, invoiceRecord, type NewDraft, newInvoiceIdSql } from "./fields.ts";

/** A draft ready to be stored, except for its ids and its customer. */
export type DraftOrder = Omit<NewDraft, "id" | "customer" | "lines"> & {
  /** First day of the month in which it counts against the quota. */
  month: string;
  lines: LineColumns[];
  /** The customer's defaults that it was priced by; those that it does not take are left out. */
  defaults: Partial<CustomerDefaults>;
  /** The event's text between its sequence number and its object. */
  eventTail: string;
  keyed: IdempotencyInput | undefined;
};

export type DraftOutcome =
  | { kind: "created"; invoice: Json; duplicateOf: number | null }
  /** Already answered under the same key. */
  | { kind: "stored"; request_hash: Buffer; status: number; body: string }
  /** Its key was used more than a day ago: it may be used again once the old response is deleted. */
  | { kind: "expired key" }
  /** Its customer has other defaults than those that it was priced by. */
  | { kind: "other defaults"; defaults: CustomerDefaults }
  /** Another node is working on a request with the same key. */
  | { kind: "in_progress" }
  | { kind: "no customer" }
  /** Its customer is being erased. */
  | { kind: "customer in use" }
  | { kind: "over quota"; limit: number; used: number };

/** The columns that the statement fills in itself. */
const given = new Set(["id"]);
const givenOfLine = new Set(["company_id", "invoice_id", "id"]);

const rowTypes = rowTypesSql(
  [...invoiceRecord.rowTypes].filter(([name]) => !given.has(name)),
  Object.entries({ draft: "int4", line_count: "int4", json_at: "int4[]", response_end: "text" }),
  Object.entries({ now: "timestamptz", month: "date", valid_since: "timestamptz" }),
  Object.entries({ takes_discount: "bool", default_discount: "numeric" }),
  Object.entries({ takes_withholding: "bool", default_withholding: "numeric" }),
  Object.entries({ likeness: "text" }),
  Object.entries(eventRowTypes),
  Object.entries(keyRowTypes),
);
const lineRows = lineRowsSql(["invoice"], "$2", { draft: "int4", place: "int4" });

const admittedWithCounters = "admitted join counters using (company_id)";

/** Earlier invoices of a customer, with the same total, whose lines are compared with those of a new one. */
const comparedMax = 10;

/**
 * The newest of the customer's invoices of the last day that has the same lines and total as the draft `e`. An index finds
 * those with the total, however many the customer has.
 */
const duplicateSql = `select p.id as other_id from (
         select p.company_id, p.id, p.currency, p.status from invoices p
         where p.company_id = e.company_id and p.customer_id = e.customer_id and p.total = e.total and p.total >= 0
           and p.created_at > e.now - interval '24 hours'
         order by p.created_at desc, p.id desc limit ${comparedMax}
       ) p where p.currency = e.currency and p.status <> 'void'
         and ${invoiceLikenessSql("p.company_id", "p.id")} = e.likeness limit 1`;

// Ids and customer are found here and put into the gaps of the drafts' texts, because a look-up of its own would take
// as long again as storing one draft.
const store = statement(
  "invoice_drafts_store",
  `with input as materialized (
     select x.*, ${newInvoiceIdSql} as id, ${newLineIdsSql("invoice", "x.line_count")} as line_ids, c.customer,
       c.default_discount_percent, c.withholding_rate,
       (x.takes_discount and c.default_discount_percent is distinct from x.default_discount)
         or (x.takes_withholding and c.withholding_rate is distinct from x.default_withholding) as has_other_defaults,
       k.request_hash as known_hash, k.status as known_status, k.body as known_body, k.expired, ${tryKeyLockSql} as locked
     from json_to_recordset($1) as x(${rowTypes}) ${lockedCustomerSql} ${storedResponseSql}
   ), eligible as materialized (
     select *, row_number() over (partition by company_id order by id) as place from input
     where locked and customer is not null and known_hash is null and has_other_defaults is not true
   ), counters as materialized (
     ${lockCountersSql("eligible")}
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served.
     select e.*, coalesce(duplicate.other_id, lag(e.id) over (
         partition by e.company_id, e.customer_id, e.currency, e.total, e.likeness order by e.id
       )) as duplicate_of, ${filledSql(textAtSql("$3", "json_at"), draftGapsSql({ id: "id", customer: "customer", lineIds: "line_ids" }))} as json
     from eligible e join counters n using (company_id) left join lateral (
       ${duplicateSql}
     ) duplicate on true where ${withinInvoiceQuotaSql("e.place")}
   ), used as (
     select company_id, count(*) as events, count(*) as invoices, 0 as payment_links from admitted group by company_id
   ), stored_responses as (
     ${insertResponsesSql(admittedWithCounters, {
       start: `'{"success":true,"invoice":'`,
       event: "event_sequence + place",
       end: `coalesce(',"possible_duplicate_of":' || duplicate_of, '') || response_end`,
     })}
   ), stored_invoices as (
     ${invoiceRecord.insertSql("admitted")}
   ), stored_lines as (
     ${insertLinesSql(
       "invoice",
       `${lineRows} join (select draft, company_id, id, line_ids from admitted) a on a.draft = l.draft`,
       {
         company_id: "a.company_id",
         invoice_id: "a.id",
         id: "a.line_ids[l.place]",
       },
     )}
   ), stored_events as (
     ${insertEventsSql(
       [
         {
           type: "invoice.created",
           from: admittedWithCounters,
           sequence: "(event_sequence + place)",
           object: "json",
         },
       ],
       "counters",
     )}
   ), counted as (
     ${updateCountersSql("used", "counters", "stored_events")}
   )
   select a.json, a.duplicate_of, i.customer is null as without_customer,
     i.customer is null and ${customerExistsSql("i.company_id", "i.customer_id")} as customer_in_use, i.locked, i.known_hash, i.known_status, i.known_body, i.expired,
     i.has_other_defaults, i.default_discount_percent, i.withholding_rate,
     n.quota_invoices as quota, n.invoices_used as used
   from input i left join admitted a using (draft) left join counters n on n.company_id = i.company_id order by i.draft`,
);

type StoredDraft = Pick<Tables["customers"], "default_discount_percent" | "withholding_rate"> & {
  /** Null where it was not stored, for one of the reasons below. */
  json: Json | null;
  duplicate_of: number | null;
  /** The response that is stored under its key. */
  known_hash: Buffer | null;
  known_status: number | null;
  known_body: string | null;
  /** Whether that is older than a day. */
  expired: boolean | null;
  without_customer: boolean;
  customer_in_use: boolean | null;
  locked: boolean;
  has_other_defaults: boolean | null;
  quota: number | null;
  used: number | null;
};

/**
 * Stores any number of drafts with their lines, events, usage and responses: one statement, one transaction and one
 * flush to disk for all of them. Outcomes come back in the order of the drafts.
 */
export async function storeDrafts(db: Queryable, orders: readonly DraftOrder[]): Promise<DraftOutcome[]> {
  return (await db.query<StoredDraft>(store, parametersOf(orders))).map(outcomeOf);
}

function parametersOf(orders: readonly DraftOrder[]): [rows: string, lines: string, texts: Buffer] {
  const texts = createTextBatch();
  const rows: string[] = [];
  const lineRows: string[] = [];
  orders.forEach((order, index) => {
    const ids = { company_id: order.companyId, owner_id: gap, id: gap } as const;
    const lines = order.lines.map((line) => ({ ...line, ...ids }));
    rows.push(rowOf(order, { ...order, id: gap, customer: gap, lines }, index, texts));
    lines.forEach((line, place) => {
      const members = lineRecords.invoice.rowMembers(line, givenOfLine);
      lineRows.push(`{"draft":${index},"place":${place + 1},${members}}`);
    });
  });
  return [`[${rows.join(",")}]`, `[${lineRows.join(",")}]`, texts.bytes()];
}

function rowOf(order: DraftOrder, draft: NewDraft, index: number, texts: TextBatch): Json {
  const batchMembers = JSON.stringify({
    draft: index,
    line_count: draft.lines.length,
    likeness: likenessOf(order.lines),
    now: isoText(order.now),
    month: order.month,
    json_at: texts.add(invoiceRecord.newJson(draft)),
    event_tail: order.eventTail,
    event_salts: newSalts(1),
    response_end: order.keyed?.responseTail,
    valid_since: order.keyed?.validSince,
    ...takenMembers(order.defaults),
    ...keyRow(order.companyId, order.keyed),
  });
  return `{${invoiceRecord.rowMembers(draft, given)},${batchMembers.slice(1)}`;
}

const takenMembers = ({
  default_discount_percent: discount,
  withholding_rate: rate,
}: Partial<CustomerDefaults>) => ({
  ...(discount !== undefined && { takes_discount: true, default_discount: discount }),
  ...(rate !== undefined && { takes_withholding: true, default_withholding: rate }),
});

function outcomeOf(stored: StoredDraft): DraftOutcome {
  const { json, known_hash: request_hash, known_status, known_body } = stored;
  if (json !== null) return { kind: "created", invoice: json, duplicateOf: stored.duplicate_of };
  if (stored.expired) return { kind: "expired key" };
  if (request_hash !== null)
    return { kind: "stored", request_hash, status: known_status!, body: known_body! };
  if (stored.customer_in_use) return { kind: "customer in use" };
  if (stored.without_customer) return { kind: "no customer" };
  if (!stored.locked) return { kind: "in_progress" };
  if (stored.has_other_defaults) {
    const { default_discount_percent, withholding_rate } = stored;
    return { kind: "other defaults", defaults: { default_discount_percent, withholding_rate } };
  }
  return { kind: "over quota", limit: stored.quota!, used: stored.used! };
}
