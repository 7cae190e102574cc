import { setTimeout as sleep } from "node:timers/promises";
import { type Database, inTransaction, type Transaction } from "../../../platform/db/database.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { findChainCounters, findStoredEvents, type StoredEvent } from "../../webhooks/events/service.ts";
import { createChainCheck, type Difference, zeros } from "./chain.ts";
import { compareNumbers, compareRecords, compareSeries, compareWriteOffs } from "./compare.ts";
import { checkDocuments } from "./document-check.ts";
import { headOf, objectOf, replayBody } from "./event-bodies.ts";
import { findStoredCheckpoints } from "./queries.ts";
import { type Replayed, replayedKindOf } from "./replay.ts";
import { prepareReplay, storeReplayed } from "./replay-queries.ts";

/**
 * Checks the books of companies: the chain of their events, the checkpoints that signed it, the chain of the hashes of
 * documents, and whether invoices, credit notes, payments, balances and numbers are what the events say. The events alone
 * are read and replayed, a page at a time, and compared with the tables by the database.
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

type Options = {
  /** Without them, the seal of the document hashes is not verified. */
  encryptionKeys?: EncryptionKeys;
  /** Rests after each page for as long as that took, so that processors and database have time for requests. */
  isPaced?: boolean;
};

/** In one transaction, so use it for companies that are small together. */
export function checkBooks(
  db: Database,
  companyIds: readonly number[],
  options: Options = {},
): Promise<BooksCheck[]> {
  return inTransaction(db, async (tx) => {
    await prepareReplay(tx);
    const checks: BooksCheck[] = [];
    for (const id of companyIds) checks.push(await checkCompany(tx, id, options));
    return checks;
  });
}

async function checkCompany(
  tx: Transaction,
  companyId: number,
  { encryptionKeys, isPaced }: Options,
): Promise<BooksCheck> {
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
  const checkpoints = await findStoredCheckpoints(tx, companyId);
  const chain = createChainCheck(report, checkpoints);
  let next = findStoredEvents(tx, companyId, 0, zeros);
  let stored = Promise.resolve();
  for (let startedAt = performance.now(); ; startedAt = performance.now()) {
    const page = await next;
    if (page.length === 0) break;
    // The database reads the next page, and stores the one before, while this one is replayed.
    const last = page.at(-1)!;
    next = findStoredEvents(tx, companyId, last.sequence, last.hash ?? "");
    next.catch(() => undefined);
    check.events += page.length;
    for (const event of page) chain.event(event, counters.chained_sequence);
    const replayed = replayPage(page, chain);
    await stored;
    stored = storeReplayed(tx, companyId, replayed);
    stored.catch(() => undefined);
    if (isPaced) await sleep(performance.now() - startedAt);
  }
  await stored;
  chain.end(counters);
  check.redacted_events = chain.redactedEvents();
  await tx.query("analyze books_replay (company_id, kind, id)");
  for (const kind of ["invoice", "credit_note", "payment"] as const)
    check.inferred_allocations += await compareRecords(tx, companyId, kind, report);
  for (const kind of ["sale", "quote"] as const) await compareNumbers(tx, companyId, kind, report);
  await compareWriteOffs(tx, companyId, report);
  await compareSeries(tx, companyId, report);
  await checkDocuments(tx, companyId, encryptionKeys, checkpoints, report);
  return check;
}

type Chain = ReturnType<typeof createChainCheck>;

/** The last event of each record of the page: only these are parsed, because that takes most of the time. */
function replayPage(page: readonly StoredEvent[], chain: Chain): Replayed[] {
  const last = new Map<string, StoredEvent>();
  const replayed: Replayed[] = [];
  for (const event of page) {
    readable(() => {
      const head = headOf(event.body);
      if (head.type === "customer.erased") chain.erasure(event.sequence, erasureOf(event.body));
      const kind = replayedKindOf(head.type);
      if (kind !== undefined) last.set(`${kind} ${head.id}`, event);
    });
  }
  for (const { sequence, body, is_intact: isIntact, salt, hash } of last.values()) {
    const isRedacted = !isIntact && salt === null && hash !== null;
    const record = readable(() => replayBody(sequence, body, isRedacted));
    if (record) replayed.push(record);
  }
  return replayed;
}

/** An event that somebody made something else than an event is named by its hashes, and says nothing of a record. */
function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const erasureOf = (body: string) => objectOf(body) as unknown as Parameters<Chain["erasure"]>[1];
