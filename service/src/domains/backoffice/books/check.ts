import { type Database, inTransaction, type Transaction } from "../../../platform/db/database.ts";
import { readSeries } from "../../billing/numbering/service.ts";
import { readAllocated } from "../../payments/payments/service.ts";
import { findChainCounters, findStoredEvents, type StoredEvent } from "../../webhooks/events/service.ts";
import { createChainCheck, type Difference } from "./chain.ts";
import { type Replayed, type ReplayedKind, replayEvent } from "./replay.ts";
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
  await tx.query("analyze books_replay");
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

type ParsedEvent = { type: string; data: { object: Parameters<typeof replayEvent>[2] } };

/** The last event of each record of the page. */
function replayPage(page: readonly StoredEvent[], chain: ReturnType<typeof createChainCheck>): Replayed[] {
  const records = new Map<string, Replayed>();
  for (const { sequence, body } of page) {
    const { type, data } = JSON.parse(body) as ParsedEvent;
    if (type === "customer.erased")
      chain.erasure(sequence, data.object as unknown as Parameters<typeof chain.erasure>[1]);
    const replayed = replayEvent(sequence, type, data.object);
    if (replayed) records.set(`${replayed.kind} ${replayed.id}`, replayed);
  }
  return [...records.values()];
}

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
