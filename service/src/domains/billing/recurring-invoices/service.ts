import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import { type Queryable, violatedConstraint } from "../../../platform/db/database.ts";
import { type MetadataFilter, metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { containsPattern, type PageRequest, readRenderedPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { createdRange, momentOf } from "../../../platform/values/date-times.ts";
import { type EventType, emit } from "../../webhooks/events/service.ts";
import { dateAfter, datesFrom, type Rule } from "./calendar.ts";
import { contentOf } from "./content.ts";
import type { RecurringContent, RecurringStatus } from "./fields.ts";
import {
  type FailedPeriod,
  findRecurring,
  insertRecurring,
  lockRecurring,
  moveRecurring,
  type Position,
  recurringListing,
  updateRecurring,
} from "./queries.ts";
import type { RecurringInvoiceCreate, RecurringInvoicePatch } from "./schema.ts";

export { eraseRecurringInvoices, findCurrentRecurring } from "./erasure.ts";
/**
 * Recurring invoices: schedules by which run.ts makes invoices, one for each date. Active until their last date is over;
 * a paused one makes none, and goes on with the first date after it was resumed. What is ended stays so.
 */
export { namedPath as namedRecurringPath, recurringExists, recurringListing } from "./queries.ts";
export { searchRecurring } from "./search.ts";

/** A schedule as the program reads it: parsed from the JSON that answers show. */
export type RecurringRecord = Omit<RecurringContent, "document"> & {
  id: number;
  status: RecurringStatus;
  next_date: string | null;
  last_date: string | null;
  periods_done: number;
  last_error: FailedPeriod | null;
  lines: RecurringInvoiceCreate["lines"];
};

export async function createRecurring(change: Change, input: RecurringInvoiceCreate): Promise<Json> {
  const { tx, company, now } = change;
  const content = await contentOf(change, input, { startIsNew: true });
  const { next_date, next_run_at } = positionAfter(company, content, 0, null);
  if (next_date === null || next_run_at === null) {
    throw invalidField("end_date", "leaves no date for an invoice; the first would be after it");
  }
  const id = await insertRecurring(tx, {
    ...content,
    companyId: company.id,
    next_date,
    next_run_at,
    now,
  }).catch(explain);
  const schedule = await getRecurring(tx, company.id, id);
  await emit(change, "recurring_invoice.created", schedule);
  return schedule;
}

export async function updateRecurringFields(
  change: Change,
  id: number,
  patch: RecurringInvoicePatch,
): Promise<Json> {
  const { tx, company, now } = change;
  const { json: before, record } = await lockUnended(change, id, "changed");
  const merged = { ...record, ...patch } as RecurringInvoiceCreate;
  const content = await contentOf(change, merged, {
    storedLines: patch.lines === undefined,
    startIsNew: patch.start_date !== undefined && patch.start_date !== record.start_date,
  });
  const position = positionOfChanged(change, record, content);
  await updateRecurring(tx, company.id, id, now, content, position).catch(explain);
  return emitChange(change, id, before, "recurring_invoice.updated", position.status === "ended");
}

export async function pauseRecurring(change: Change, id: number): Promise<Json> {
  const { json: before, record } = await lockUnended(change, id, "paused");
  if (record.status === "paused") throw alreadyPaused();
  const paused = { status: "paused", next_date: null, next_run_at: null } as const;
  await moveRecurring(change.tx, change.company.id, id, change.now, paused);
  return emitChange(change, id, before, "recurring_invoice.paused");
}

/** Goes on with the first date from today on: a pause means that no invoices are wanted for its time. */
export async function resumeRecurring(change: Change, id: number): Promise<Json> {
  const { tx, company, now } = change;
  const { json: before, record } = await lockUnended(change, id, "resumed");
  if (record.status === "active") throw notPaused();
  const position = positionAfter(
    company,
    record,
    record.periods_done,
    latest(record.last_date, dayBefore(change)),
  );
  await moveRecurring(tx, company.id, id, now, position);
  return emitChange(change, id, before, "recurring_invoice.resumed", position.status === "ended");
}

const dayBefore = ({ company, now }: Pick<Change, "company" | "now">) =>
  addDays(dateIn(company.timeZone, now), -1);
const latest = (one: string | null, other: string) => (one !== null && one > other ? one : other);

/** The progress of a schedule after a date: it is at its next one, or at its end. */
export function positionAfter(
  company: Company,
  content: Rule & Pick<RecurringContent, "end_date" | "count">,
  periodsDone: number,
  date: string | null,
): Position {
  const next = dateAfter(content, date);
  const { end_date, count } = content;
  const isOver = !next || (end_date !== null && next > end_date) || (count !== null && periodsDone >= count);
  if (isOver) return { status: "ended", next_date: null, next_run_at: null };
  return { status: "active", next_date: next, next_run_at: momentOf(company.timeZone, next) };
}

/** A change of other fields must not bring back dates that were skipped; another rule counts from today. */
function positionOfChanged(change: Change, record: RecurringRecord, content: RecurringContent): Position {
  if (record.status === "paused") return { status: "paused", next_date: null, next_run_at: null };
  const beforeNext = addDays(record.next_date!, -1);
  const yesterday = dayBefore(change);
  const after = () => {
    if (ruleFields.every((name) => content[name] === record[name])) return beforeNext;
    if (content.start_date !== record.start_date) return record.last_date;
    return latest(record.last_date, beforeNext < yesterday ? beforeNext : yesterday);
  };
  return positionAfter(change.company, content, record.periods_done, after());
}

const ruleFields = ["interval", "interval_count", "day_of_month", "start_date"] as const;

async function emitChange(
  change: Change,
  id: number,
  before: Json,
  type: EventType,
  hasEnded = false,
): Promise<Json> {
  const after = await getRecurring(change.tx, change.company.id, id);
  await emit(change, type, after, before);
  if (hasEnded) await emit(change, "recurring_invoice.ended", after);
  return after;
}

async function lockUnended(change: Change, id: number, done: string) {
  const json = await lockRecurring(change.tx, change.company.id, id);
  if (json === undefined) throw notFound("The recurring invoice");
  const record = JSON.parse(json) as RecurringRecord;
  if (record.status === "ended") throw ended(done);
  return { json, record };
}

export const ended = (done: string) =>
  wrongState(`This recurring invoice has ended, so it can't be ${done}. Create a new one.`);
export const alreadyPaused = () => wrongState("This recurring invoice is paused already.");
export const notPaused = () => wrongState("This recurring invoice is active, so it can't be resumed.");

export async function getRecurring(db: Queryable, companyId: number, id: number): Promise<Json> {
  const schedule = await findRecurring(db, companyId, id);
  if (schedule === undefined) throw notFound("The recurring invoice");
  return schedule;
}

const previewMax = 12;

/** The invoices that the schedule will make next; of a paused one, those that it would make if it were resumed today. */
export async function previewRecurring(db: Queryable, company: Company, now: Date, id: number) {
  const record = JSON.parse(await getRecurring(db, company.id, id)) as RecurringRecord;
  const { status, periods_done, count, end_date } = record;
  const resumed = () =>
    positionAfter(company, record, periods_done, latest(record.last_date, dayBefore({ company, now })));
  const first = status === "paused" ? resumed().next_date : record.next_date;
  if (first === null) return [];
  const max = Math.min(previewMax, count === null ? previewMax : count - periods_done);
  return datesFrom(record, first, max, end_date).map((date) => ({
    invoice_date: date,
    due_date: dueDateOf(company, record, date),
    ...periodOf(record, date),
  }));
}

/** A period lasts until the day before the next date. */
export const periodOf = (rule: Rule, date: string) => ({
  period_start: date,
  period_end: addDays(dateAfter(rule, date) ?? addDays(date, 1), -1),
});

export const dueDateOf = (
  company: Company,
  { payment_terms_days }: Pick<RecurringContent, "payment_terms_days">,
  date: string,
) => addDays(date, payment_terms_days ?? company.paymentTermsDays);

type RecurringFilters = PageRequest & {
  status?: string;
  customer_id?: number;
  external_id?: string;
  metadata?: MetadataFilter;
  created_from?: string;
  created_to?: string;
};

export function listRecurring(db: Queryable, company: Company, today: string, query: RecurringFilters) {
  const filters = recurringListFilters(company, today, query);
  return readRenderedPage(db, recurringListing, company.id, today, query, filters);
}

/** The values of the listing's filters, for exports too. */
export const recurringListFilters = ({ timeZone }: Company, _today: string, query: RecurringFilters) => ({
  status: query.status,
  customer_id: query.customer_id,
  external_id: query.external_id,
  metadata: metadataQuery(query.metadata),
  ...createdRange(timeZone, query),
});

/** By the name of the customer; a schedule has no number. */
export const recurringSearch = (q: string) => [containsPattern(q)];

function explain(error: unknown): never {
  if (violatedConstraint(error) === "recurring_invoices_external_id") {
    throw invalidField("external_id", "is already used by another recurring invoice of this company");
  }
  throw error;
}
