import { type IdempotencyInput, keyRow } from "../../../http/idempotency/idempotency-store.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { createTextBatch, gap } from "../../../platform/db/text-batch.ts";
import { isoText } from "../../../platform/values/clock.ts";
import type { CustomerDefaults } from "../../catalog/customers/service.ts";
import { newSalts } from "../../webhooks/events/service.ts";
import { type LineColumns, likenessOf, lineRecords } from "../lines/service.ts";
import { filledIn, filledInOfLine, singleTypes, storeMany, storeSingle } from "./draft-statements.ts";
import { invoiceRecord, type NewDraft } from "./fields.ts";

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
  const [first, ...others] = orders;
  const stored =
    first && others.length === 0
      ? db.query<StoredDraft>(storeSingle, singleParameters(first))
      : db.query<StoredDraft>(storeMany, manyParameters(orders));
  return (await stored).map(outcomeOf);
}

function manyParameters(orders: readonly DraftOrder[]): [rows: string, lines: string, texts: Buffer] {
  const texts = createTextBatch();
  const rows: string[] = [];
  const lineRows: string[] = [];
  orders.forEach((order, index) => {
    const draft = draftOf(order);
    const json_at = texts.add(invoiceRecord.newJson(draft));
    const members = JSON.stringify({ ...furtherColumns(order, index), json_at });
    rows.push(`{${invoiceRecord.rowMembers(draft, filledIn)},${members.slice(1)}`);
    lineRows.push(...lineMembers(draft, index));
  });
  return [listOf(rows), listOf(lineRows), texts.bytes()];
}

function singleParameters(order: DraftOrder): unknown[] {
  const draft = draftOf(order);
  const columns = invoiceRecord.rowValues(draft);
  const others: Record<string, unknown> = {
    ...furtherColumns(order, 0),
    json_text: invoiceRecord.newJson(draft),
  };
  const values = [...singleTypes.keys()].map((name) => columns.get(name) ?? others[name] ?? null);
  return [listOf(lineMembers(draft, 0)), ...values];
}

/** With gaps for what the statement fills in. */
function draftOf(order: DraftOrder): NewDraft {
  const ids = { company_id: order.companyId, owner_id: gap, id: gap } as const;
  return { ...order, id: gap, customer: gap, lines: order.lines.map((line) => ({ ...line, ...ids })) };
}

/** What the statement needs of a draft besides the columns of its row. */
const furtherColumns = (order: DraftOrder, index: number) => ({
  draft: index,
  line_count: order.lines.length,
  likeness: likenessOf(order.lines),
  now: isoText(order.now),
  month: order.month,
  event_tail: order.eventTail,
  event_salts: newSalts(1),
  response_end: order.keyed?.responseTail,
  valid_since: order.keyed && isoText(order.keyed.validSince),
  ...takenMembers(order.defaults),
  ...keyRow(order.companyId, order.keyed),
});

const lineMembers = ({ lines }: NewDraft, index: number): Json[] =>
  lines.map((line, place) => {
    const members = lineRecords.invoice.rowMembers(line, filledInOfLine);
    return `{"draft":${index},"place":${place + 1},${members}}`;
  });

const listOf = (members: readonly Json[]): Json => `[${members.join(",")}]`;

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
