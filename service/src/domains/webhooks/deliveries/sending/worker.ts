import type { Context } from "../../../../context.ts";
import { inTransaction } from "../../../../platform/db/database.ts";
import { idsIn } from "../../../../platform/db/notifier.ts";
import { randomName } from "../../../../platform/security/ids.ts";
import { companiesChannel, systemChange } from "../../../tenancy/companies/service.ts";
import { disableIfEnabled, endpointsChannel } from "../../endpoints/service.ts";
import { eventsChannel } from "../../events/service.ts";
import { type Attempt, attemptTimeoutMs } from "./attempt.ts";
import { type Bounds, createDispatcher } from "./dispatcher.ts";
import type { Lane } from "./endpoint-queue.ts";
import { findAnnouncedEndpoints, findEndpointsBehind, findEndpointsDue } from "./find-work.ts";
import { failingMaxMs } from "./schedule.ts";

/** `lookEveryMs` is how often it looks around without having been told anything. */
export type WorkerBounds = Bounds & { lookEveryMs: number };

/**
 * Delivers events to endpoints. An endpoint is leased by one worker at a time, so that its events stay in order and
 * its bounds hold however many workers there are; a worker that dies leaves nothing behind but a lease that ends.
 * An announcement wakes it within milliseconds, and a look around every second finds what was not announced.
 */
export type DeliveryWorker = {
  start(): void;
  /** Finishes the attempts in flight, releases its leases, and resolves. */
  stop(): Promise<void>;
  /** Delivers everything that is due by the clock, and returns how many attempts that took. */
  pass(): Promise<number>;
};

export const usualBounds: WorkerBounds = {
  lookEveryMs: 1000,
  attemptTimeoutMs,
  leaseMs: 10_000,
  idleMs: 2000,
  lanesMax: 2000,
  patienceMs: 250,
  attemptsMax: 2000,
  // More than all endpoints of one company can have in flight, so that they do not compete with each other.
  attemptsMaxPerCompany: 500,
};

/** Endpoints with undelivered events are announced; looking through all of them is only the safety net. */
const looksPerSearch = 5;

export function createDeliveryWorker(context: Context, bounds: Partial<WorkerBounds> = {}): DeliveryWorker {
  const { background, clock, listener, log } = context;
  const worker = randomName(16);
  const { lookEveryMs, ...others } = { ...usualBounds, ...bounds };
  const dispatcher = createDispatcher(context, worker, others, (lane, attempt, failingSince) =>
    disableWhereDue(context, lane, attempt, failingSince),
  );
  const logFailure = (error: Error) => log.warn({ reason: error.message }, "the look for deliveries failed");
  let announced = new Set<number>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Whatever is announced during one look is handled by the next. */
  const look = () => {
    looking ??= (async () => {
      try {
        while (announced.size > 0 && !stopped) {
          const companies = announced;
          announced = new Set();
          dispatcher.serve(await findAnnouncedEndpoints(background, clock.now(), worker, [...companies]));
        }
      } catch (error) {
        logFailure(error as Error);
      } finally {
        looking = undefined;
      }
    })();
  };

  const search = async (everywhere: boolean) => {
    dispatcher.serve(await findEndpointsDue(background, clock.now(), worker));
    if (everywhere) dispatcher.serve(await findEndpointsBehind(background, clock.now(), worker));
  };

  const searchEverywhere = () => void search(true).catch(logFailure);

  const hear = (react: (companies?: ReadonlySet<number>) => void) => (payload: string) => {
    if (stopped || timer === undefined) return;
    const companies = idsIn(payload);
    react(companies);
    if (!companies) return searchEverywhere();
    announced = announced.union(companies);
    look();
  };

  const tick = (count: number) => {
    timer = setTimeout(() => {
      void Promise.all([dispatcher.tend(), search(count % looksPerSearch === 0)])
        .catch(logFailure)
        .finally(() => {
          if (!stopped) tick(count + 1);
        });
    }, lookEveryMs);
  };

  return {
    start: () => {
      tick(0);
      listener.on(eventsChannel, hear(dispatcher.refill));
      listener.on(endpointsChannel, hear(dispatcher.reread));
      listener.on(companiesChannel, hear(dispatcher.reread));
      searchEverywhere();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await dispatcher.close();
    },
    pass: async () => {
      const before = dispatcher.attemptsMade();
      for (let made = -1; made !== dispatcher.attemptsMade(); ) {
        made = dispatcher.attemptsMade();
        dispatcher.refill();
        await search(true);
        await dispatcher.idle();
      }
      return dispatcher.attemptsMade() - before;
    },
  };
}

/** An endpoint that answered 410, or has failed for days on end, is disabled, and its company is told. */
async function disableWhereDue(
  context: Context,
  lane: Lane,
  attempt: Attempt,
  failingSince: Date | null,
): Promise<void> {
  if (attempt.status === "succeeded") return;
  const now = context.clock.now();
  const tooLong = failingSince !== null && now.getTime() - failingSince.getTime() >= failingMaxMs;
  const reason = attempt.gone
    ? "It answered 410 Gone."
    : tooLong
      ? `Every attempt has failed since ${failingSince.toISOString()}; the last one because ${attempt.message}.`
      : undefined;
  if (!reason) return;
  await inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, lane.companyId, now);
    await disableIfEnabled(change, context.config, lane.endpointId, reason);
  });
}
