import { type Database, inTransaction, type Transaction } from "../../../platform/db/database.ts";
import { readSeries } from "../../billing/numbering/service.ts";
import { readAllocated } from "../../payments/payments/service.ts";
import { type ChainedEvent, findChainCounters, findStoredEvents } from "../../webhooks/events/service.ts";
import { createChainCheck, type Difference } from "./chain.ts";
import { type Replayed, type ReplayedKind, replayEvent, replayedKindOf } from "./replay.ts";
import {
  type ComparedRow,
  compareRecords,
  prepareReplay,
  readReplayedPaid,
  readReplayedSeries,
  storeReplayed,
} from "./replay-queries.ts";

/**
 * Checks the books of companies: the chain of their events, and whether their invoices, credit notes, payments, balances
 * and numbers are what the events say. The events alone are read and replayed, a page at a time, and compared with the
 * tables by the database.
 */
export type BooksCheck = {
  company_id: number;
  events: number;
  /** Allocations from before they had an event, inferred from the events of their invoices. */
  inferred_allocations: number;
  /** Events whose bodies an erasure has replaced, and named. */
  redacted_events: number;
  /** All differences are counted, and the first ones named. */
  differences: number;
  found: Difference[];
};

export const differencesShown = 100;

/** In one transaction, so use it for companies that are small together. */
export function checkBooks(db: Database, companyIds: readonly number[]): Promise<BooksCheck[]> {
  return inTransaction(db, async (tx) => {
    await prepareReplay(tx);
    const checks: BooksCheck[] = [];
    for (const id of companyIds) checks.push(await checkCompany(tx, id));
    return checks;
  });
}

async function checkCompany(tx: Transaction, companyId: number): Promise<BooksCheck> {
  const check: BooksCheck = {
    company_id: companyId,
    events: 0,
    inferred_allocations: 0,
    redacted_events: 0,
    differences: 0,
    found: [],
  };
  const report = (difference: Difference) => {
    check.differences++;
    if (check.found.length < differencesShown) check.found.push(difference);
  };
  const counters = await findChainCounters(tx, companyId);
  if (counters === undefined) {
    report({ record: "company_counters", field: "company_id", events: companyId, table: null });
    return check;
  }
  const chain = createChainCheck(report);
  let next = findStoredEvents(tx, companyId, 0);
  let stored = Promise.resolve();
  for (;;) {
    const page = await next;
    if (page.length === 0) break;
    // The database reads the next page, and stores the one before, while this one is hashed.
    next = findStoredEvents(tx, companyId, page.at(-1)!.sequence);
    next.catch(() => undefined);
    check.events += page.length;
    for (const event of page) chain.event(event, counters.chained_sequence);
    const replayed = replayPage(page, chain);
    await stored;
    stored = storeReplayed(tx, companyId, replayed);
    stored.catch(() => undefined);
  }
  await stored;
  chain.end(counters);
  check.redacted_events = chain.redactedEvents();
  await tx.query("analyze books_replay (company_id, kind, id)");
  for (const kind of ["invoice", "credit_note", "payment"] as const) {
    for await (const rows of compareRecords(tx, companyId, kind)) {
      const inferred = kind === "payment" ? await findInferred(tx, companyId, rows) : new Set();
      check.inferred_allocations += inferred.size;
      for (const row of rows) if (!inferred.has(row.id)) reportRow(report, kind, row);
    }
  }
  await compareSeries(tx, companyId, report);
  return check;
}

type EventObject = Parameters<typeof replayEvent>[2];
type ParsedEvent = { type: string; data: { object: EventObject } };
type Chain = ReturnType<typeof createChainCheck>;

/** The last event of each record of the page: only these are parsed, because that takes most of the time. */
function replayPage(page: readonly ChainedEvent[], chain: Chain): Replayed[] {
  const last = new Map<string, ChainedEvent>();
  const replayed: Replayed[] = [];
  for (const event of page) {
    const head = headOf(event.body);
    if (head.type === "customer.erased") chain.erasure(event.sequence, erasureOf(event.body));
    const kind = replayedKindOf(head.type);
    if (kind !== undefined) last.set(`${kind} ${head.id}`, event);
  }
  for (const { sequence, body } of last.values()) {
    const record = replayEvent(sequence, headOf(body).type, objectOf(body));
    if (record) replayed.push(record);
  }
  return replayed;
}

const idStart = '{"id":';
const objectStart = `"data":{"object":${idStart}`;

/**
 * The type of an event and the id of its record, which every body that the service writes has at these places. Any other
 * body is parsed: it was changed, but it must not look like the event of another record.
 */
function headOf(body: string): { type: string; id: number } {
  const type = typePattern.exec(body)?.[1];
  const at = body.indexOf(objectStart);
  const id = Number.parseInt(body.slice(at + objectStart.length, at + objectStart.length + 16), 10);
  if (type !== undefined && at > 0 && id > 0) return { type, id };
  const { type: parsed, data } = JSON.parse(body) as ParsedEvent;
  return { type: parsed, id: data.object.id };
}

const typePattern = /^\{"id":"[^"]{0,100}","type":"([^"]{0,100})"/;

/** Without the record as it was before, which is half of many events. */
function objectOf(body: string): EventObject {
  const from = body.indexOf(objectStart) + objectStart.length - idStart.length;
  const end = body.indexOf(`,"previous":${idStart}`, from);
  try {
    return JSON.parse(end < 0 ? body.slice(from, -2) : body.slice(from, end)) as EventObject;
  } catch {
    return (JSON.parse(body) as ParsedEvent).data.object;
  }
}

const erasureOf = (body: string) =>
  (JSON.parse(body) as ParsedEvent).data.object as unknown as Parameters<Chain["erasure"]>[1];

type Report = (difference: Difference) => void;

function reportRow(report: Report, kind: ReplayedKind, { id, events, stored }: ComparedRow): void {
  const record = `${kind} ${id}`;
  if (events === null || stored === null) {
    const shown = (fields: object | null) => (fields === null ? null : "the record");
    report({ record, field: "id", events: shown(events), table: shown(stored) });
    return;
  }
  for (const { field, expected, actual } of differingFields(events, stored))
    report({ record, field, events: expected, table: actual });
}

type Differing = { field: string; expected: unknown; actual: unknown };

/** With the path of a field that is nested, such as that of a line. */
function differingFields(
  events: Record<string, unknown>,
  stored: Record<string, unknown>,
  path = "",
): Differing[] {
  return Object.entries(events).flatMap(([name, expected]) => {
    const actual = stored[name];
    const field = `${path}${name}`;
    if (isObject(expected) && isObject(actual)) return differingFields(expected, actual, `${field}.`);
    return expected === actual ? [] : [{ field, expected, actual: actual ?? null }];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isOfAllocations = (field: string) => /^(?:invoice_id|unallocated_amount|allocations\.\d+)$/.test(field);

/**
 * Allocating money that was unallocated had no event of the payment in earlier versions. Such a payment is as it should be
 * if nothing else differs, and the payments of each of its invoices add up to what the invoice's events say.
 */
async function findInferred(
  tx: Transaction,
  companyId: number,
  rows: readonly ComparedRow[],
): Promise<Set<number>> {
  const candidates = rows.filter(
    ({ events, stored }) =>
      events !== null &&
      stored !== null &&
      Number(stored.unallocated_amount) < Number(events.unallocated_amount) &&
      differingFields(events, stored).every(({ field }) => isOfAllocations(field)),
  );
  const invoicesOf = ({ stored }: ComparedRow) =>
    Object.keys((stored?.allocations ?? {}) as Record<string, number>).map(Number);
  const ids = [...new Set(candidates.flatMap(invoicesOf))];
  if (ids.length === 0) return new Set();
  const paid = await readReplayedPaid(tx, companyId, ids);
  const allocated = await readAllocated(tx, companyId, ids);
  const isSettled = (id: number) => Number(paid.get(id)) === Number(allocated.get(id));
  return new Set(candidates.filter((row) => invoicesOf(row).every(isSettled)).map(({ id }) => id));
}

/** Each series has as many numbers as its last one says, and the next one follows. */
async function compareSeries(tx: Transaction, companyId: number, report: Report): Promise<void> {
  const stored = await readSeries(tx, companyId);
  for (const { series, count, last } of await readReplayedSeries(tx, companyId)) {
    const record = `number series ${series}`;
    if (count !== last) report({ record, field: "numbers", events: count, table: last });
    const drawn = stored.get(series) ?? null;
    if (drawn !== last) report({ record, field: "last_number", events: last, table: drawn });
  }
}
