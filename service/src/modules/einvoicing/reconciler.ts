import type { Context } from "../../context.ts";
import { claimDueFiscal, type FiscalRow, measureUnfinished } from "./queries.ts";
import { leaseMs, type Registrar } from "./registrar.ts";

const atOnce = 8;
// Even the last of them is done before its lease ends.
const claimMax = 2 * atOnce;

/** Finishes what was begun: looks up what may have been heard, asks for what was pending, sends what never left. */
export async function reconcileRegistrations(context: Context, registrar: Registrar): Promise<number> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const due = await claimDueFiscal(context.db, now, until, claimMax, context.config.environment);
  const queue = [...due];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await resume(context, registrar, next);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, due.length) }, work));
  return due.length;
}

/** One that fails must not keep the others waiting: it is due again when its lease is over. */
async function resume({ log }: Context, registrar: Registrar, row: FiscalRow): Promise<void> {
  await registrar.resume(row).catch(({ message: reason }: Error) => {
    const { company_id: company, kind, subject_id: id } = row;
    log.warn({ company, [kind]: id, reason }, "a registration has to wait");
  });
}

const unfinished = ["queued", "submitting", "unknown", "pending", "cancelling"] as const;

/** For the metrics, at the moment somebody reads them. */
export async function observeRegistrations({ background, clock, metrics, config }: Context): Promise<void> {
  const found = await measureUnfinished(background, clock.now(), config.environment);
  for (const state of unfinished) {
    metrics.registrationQueue.set({ state }, found.find((row) => row.state === state)?.count ?? 0);
  }
  metrics.registrationOldest.set(Math.max(0, ...found.map(({ oldest_seconds }) => oldest_seconds)));
}
