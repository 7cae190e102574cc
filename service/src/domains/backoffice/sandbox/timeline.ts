import type { Change } from "../../../context.ts";
import type { Statement, Transaction } from "../../../platform/db/database.ts";
import { lockCounters } from "../../tenancy/companies/service.ts";
import { findLastEventTime } from "../../webhooks/events/service.ts";

/** What a company did at some time. */
export type Step = { at: Date; run: (change: Change) => Promise<void> };

/**
 * Takes the steps in the order of their times, each as if it were done at its time: records and events have that time. No
 * time is before the company's last event, because events are looked for by time among their numbers, and none is after
 * the present.
 */
export async function takeSteps(change: Change, steps: readonly Step[]): Promise<void> {
  const { tx, company, now } = change;
  // Held until the commit, so that no event of somebody else comes between these.
  await lockCounters(tx, company.id);
  const last = await findLastEventTime(tx, company.id);
  // Drafts store their events at once, so the other events must not wait for the commit either.
  const deferred: [Statement, readonly unknown[]][] = [];
  const inOrder: Transaction = { ...tx, queryBeforeCommit: (...asked) => void deferred.push(asked) };
  const ordered = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, run } of ordered) {
    const since = last !== undefined && last > at ? last : at;
    await run({ ...change, tx: inOrder, now: since < now ? since : now });
    for (const [statement, values] of deferred.splice(0)) await tx.query(statement, values);
  }
}
