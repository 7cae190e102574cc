import type { Context } from "../../../context.ts";
import { claimDueFiscal, type FiscalRow, measureUnfinished, postponeFiscal } from "./queries.ts";
import { leaseMs, type Registrar } from "./registrar.ts";
import { nextRetry } from "./registration-result.ts";

const passMax = 40;
const atOnce = 8;

/**
 * Finishes registrations: looks up documents that may have been accepted, polls pending ones, and submits queued ones.
 */
export async function reconcileRegistrations(context: Context, registrar: Registrar): Promise<number> {
  let done = 0;
  const goOn = async (first: FiscalRow) => {
    // Claimed one by one: the lease covers the calls, not time spent waiting in a queue.
    for (
      let next: FiscalRow | undefined = first;
      next;
      [next] = done < passMax ? await claim(context, 1) : []
    ) {
      done += 1;
      await resume(context, registrar, next);
    }
  };
  await Promise.all((await claim(context, atOnce)).map(goOn));
  return done;
}

function claim({ db, clock, config }: Context, limit: number): Promise<FiscalRow[]> {
  const now = clock.now();
  return claimDueFiscal(db, now, new Date(now.getTime() + leaseMs), limit, config.environment);
}

/**
 * A registration for which the authority cannot be called must not block the others: it is retried with growing delays.
 */
async function resume({ db, clock, log }: Context, registrar: Registrar, row: FiscalRow): Promise<void> {
  await registrar.resume(row).catch(async ({ message: reason }: Error) => {
    const { company_id: company, kind, subject_id: id } = row;
    log.warn({ company, [kind]: id, reason }, "registration postponed");
    const untried = { cause: "unavailable", retryAfterMs: null } as const;
    await postponeFiscal(db, row, nextRetry(row, untried, clock.now()));
  });
}

const unfinished = ["queued", "submitting", "unknown", "pending", "cancelling"] as const;

/** Called when the metrics are scraped. */
export async function observeRegistrations({ background, clock, metrics, config }: Context): Promise<void> {
  const found = await measureUnfinished(background, clock.now(), config.environment);
  for (const state of unfinished) {
    metrics.registrationQueue.set({ state }, found.find((row) => row.state === state)?.count ?? 0);
  }
  metrics.registrationOldest.set(Math.max(0, ...found.map(({ oldest_seconds }) => oldest_seconds)));
}
