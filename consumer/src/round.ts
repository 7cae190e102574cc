import type { Client } from "billfold-sdk";
import { invoiceFaults } from "./completeness.ts";
import type { Emit } from "./events.ts";
import { type Invoice, nameOf } from "./invoice.ts";
import type { Metrics } from "./metrics.ts";
import type { Pace } from "./polling.ts";
import { foundRejected, incomplete } from "./quarantine.ts";
import type { Company } from "./readiness.ts";
import { type Outcome, outcomeFromStatus, readInvoice, register } from "./registration.ts";
import { createSeenInvoices } from "./seen-invoices.ts";
import type { Tally } from "./tally.ts";
import type { Time } from "./time.ts";

/** The dependencies of a round. */
export type RoundContext = {
  client: Client;
  company: Company;
  pace: Pace;
  tally: Tally;
  emit: Emit;
  metrics: Metrics;
  time: Time;
  includeDrafts: boolean;
  concurrency: number;
  pageSize: number;
  /** Aborted when no new work may begin. */
  stopping: AbortSignal;
  /** Aborted when requests in flight must end too. */
  aborting: AbortSignal;
};

/** Goes once through all unregistered invoices and returns how many it handled. */
export type Round = (context: RoundContext) => Promise<number>;

export function createRound(): Round {
  const seenInvoices = createSeenInvoices();
  return async (means) => {
    const { tally, concurrency } = means;
    seenInvoices.beginRound();
    tally.left = 0;
    let handled = 0;
    await workThrough(unregistered(means), concurrency, async (invoice) => {
      if (means.stopping.aborted || !seenInvoices.isNew(invoice)) return;
      const startedAt = means.time.now();
      const outcome = await outcomeOf(means, invoice);
      if (!outcome) return;
      handled += 1;
      if (outcome.kind !== "left") seenInvoices.settle(invoice);
      recordOutcome(means, invoice, outcome, means.time.now() - startedAt);
    });
    if (means.stopping.aborted) return handled;
    seenInvoices.endRound();
    await followPending(means);
    await collectRejected(means, (id) => seenInvoices.wasListed(id));
    return handled;
  };
}

/** Several workers share one source; the first failure stops all of them, once their current work has ended. */
async function workThrough<T>(
  source: AsyncGenerator<T, void, undefined>,
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    try {
      for (let next = await source.next(); !next.done && !failure; next = await source.next())
        await work(next.value);
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  if (failure) throw failure.error;
}

/**
 * Each status is a separate list, read in the order in which invoices pass through them, so one that moves on
 * meanwhile is found later. None is skipped when others leave the list, because the cursor is a position and not a
 * count.
 */
async function* unregistered(means: RoundContext): AsyncGenerator<Invoice, void, undefined> {
  const { client, includeDrafts, pageSize, stopping } = means;
  const statuses = ["draft", "open", "partially_paid", "paid"] as const;
  for (const status of includeDrafts ? statuses : statuses.slice(1)) {
    const query = { status, fiscal_status: "none", include: "lines", limit: pageSize } as const;
    yield* client.invoices.all(query, { signal: stopping });
  }
}

async function outcomeOf(means: RoundContext, invoice: Invoice): Promise<Outcome | undefined> {
  const faults = invoiceFaults(invoice, means.company, means.tally.products);
  return faults.length > 0
    ? { kind: "quarantined", entry: incomplete(invoice, faults) }
    : register(means, invoice);
}

/** Without a duration, another process registered it. */
function recordOutcome(
  { tally, emit, metrics }: RoundContext,
  invoice: Invoice,
  outcome: Outcome,
  durationMs?: number,
): void {
  // A draft has a number by now.
  const shown = "invoice" in outcome ? outcome.invoice : invoice;
  const named = { invoice_id: shown.id, invoice: nameOf(shown) };
  metrics.count(outcome.kind === "quarantined" ? outcome.entry.state : outcome.kind, durationMs);
  tally.pending.delete(invoice.id);
  tally.quarantine.delete(invoice.id);
  if (outcome.kind === "registered") {
    tally.registered += 1;
    emit({ event: "registered", ...named, irn: outcome.irn, duration_ms: durationMs ?? null });
  } else if (outcome.kind === "pending") {
    tally.pending.add(invoice.id);
    emit({ event: "pending", ...named });
  } else if (outcome.kind === "quarantined") {
    tally.quarantine.set(invoice.id, outcome.entry);
    emit({ event: "quarantined", ...outcome.entry });
  } else if (outcome.kind === "left") {
    tally.left += 1;
    emit({ event: "left", ...named, message: outcome.message });
  }
}

/** Invoices that are no longer pending have been decided, and other processes may have left some pending. */
async function followPending(means: RoundContext): Promise<void> {
  const { client, tally, pageSize, concurrency, stopping } = means;
  const still = new Set<number>();
  const query = { fiscal_status: "pending", limit: pageSize } as const;
  for await (const { id } of client.invoices.all(query, { signal: stopping })) still.add(id);
  const ended = [...tally.pending].filter((id) => !still.has(id));
  for (const id of still) tally.pending.add(id);
  await workThrough(eachOf(ended), concurrency, async (id) => {
    const invoice = await readInvoice(client, id, stopping);
    tally.pending.delete(id);
    const outcome = outcomeFromStatus(invoice);
    if (outcome) recordOutcome(means, invoice, outcome);
  });
}

async function* eachOf<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}

/** Reports invoices that were rejected before this run, and drops those that were corrected, voided or deleted. */
async function collectRejected(means: RoundContext, cameBy: (id: number) => boolean): Promise<void> {
  const { client, tally, emit, pageSize, stopping } = means;
  const rejected = new Set<number>();
  const query = { fiscal_status: "rejected", limit: pageSize } as const;
  for await (const invoice of client.invoices.all(query, { signal: stopping })) {
    rejected.add(invoice.id);
    if (tally.quarantine.has(invoice.id)) continue;
    const entry = foundRejected(invoice, "rejected_earlier");
    tally.quarantine.set(invoice.id, entry);
    emit({ event: "quarantined", ...entry });
  }
  for (const id of tally.quarantine.keys()) {
    if (!rejected.has(id) && !cameBy(id)) tally.quarantine.delete(id);
  }
}
