import type { Context } from "../../../../context.ts";
import { inTransaction } from "../../../../platform/db/database.ts";
import { idsInPayload } from "../../../../platform/db/notifier.ts";
import { randomName } from "../../../../platform/security/ids.ts";
import { companiesChannel, systemChange } from "../../../tenancy/companies/service.ts";
import { disableIfEnabled, endpointsChannel } from "../../endpoints/service.ts";
import { eventsChannel } from "../../events/service.ts";
import { attemptTimeoutMs, type DeliveryAttempt } from "./attempt.ts";
import { type Bounds, createDispatcher } from "./dispatcher.ts";
import type { EndpointQueue } from "./endpoint-queue.ts";
import { findAnnouncedEndpoints, findEndpointsBehind, findEndpointsDue } from "./find-work.ts";
import { failingMaxMs } from "./retry-schedule.ts";

/** `lookEveryMs` is how often it looks around without having been told anything. */
export type WorkerBounds = Bounds & { pollIntervalMs: number };

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

export const defaultBounds: WorkerBounds = {
  pollIntervalMs: 1000,
  attemptTimeoutMs,
  leaseMs: 10_000,
  idleMs: 2000,
  endpointsMax: 2000,
  slowResponseMs: 250,
  attemptsMax: 2000,
  // More than all endpoints of one company can have in flight, so that they do not compete with each other.
  attemptsMaxPerCompany: 500,
};

/** Endpoints with undelivered events are announced; looking through all of them is only the safety net. */
const pollsPerFullSearch = 5;

export function createDeliveryWorker(context: Context, bounds: Partial<WorkerBounds> = {}): DeliveryWorker {
  const { background, clock, listener, log } = context;
  const worker = randomName(16);
  const { pollIntervalMs: lookEveryMs, ...others } = { ...defaultBounds, ...bounds };
  const dispatcher = createDispatcher(context, worker, others, (queue, attempt, failingSince) =>
    disableIfFailing(context, queue, attempt, failingSince),
  );
  const logFailure = (error: Error) => log.warn({ reason: error.message }, "the look for deliveries failed");
  let announced = new Set<number>();
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Whatever is announced during one look is handled by the next. */
  const pollAnnounced = () => {
    polling ??= (async () => {
      try {
        while (announced.size > 0 && !stopped) {
          const companies = announced;
          announced = new Set();
          dispatcher.serve(await findAnnouncedEndpoints(background, clock.now(), worker, [...companies]));
        }
      } catch (error) {
        logFailure(error as Error);
      } finally {
        polling = undefined;
      }
    })();
  };

  const search = async (includeBehind: boolean) => {
    dispatcher.serve(await findEndpointsDue(background, clock.now(), worker));
    if (includeBehind) dispatcher.serve(await findEndpointsBehind(background, clock.now(), worker));
  };

  const searchAll = () => void search(true).catch(logFailure);

  const onNotification = (react: (companies?: ReadonlySet<number>) => void) => (payload: string) => {
    if (stopped || timer === undefined) return;
    const companies = idsInPayload(payload);
    react(companies);
    if (!companies) return searchAll();
    announced = announced.union(companies);
    pollAnnounced();
  };

  const tick = (count: number) => {
    timer = setTimeout(() => {
      void Promise.all([dispatcher.maintainLeases(), search(count % pollsPerFullSearch === 0)])
        .catch(logFailure)
        .finally(() => {
          if (!stopped) tick(count + 1);
        });
    }, lookEveryMs);
  };

  return {
    start: () => {
      tick(0);
      listener.on(eventsChannel, onNotification(dispatcher.refill));
      listener.on(endpointsChannel, onNotification(dispatcher.reload));
      listener.on(companiesChannel, onNotification(dispatcher.reload));
      searchAll();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await polling;
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
async function disableIfFailing(
  context: Context,
  queue: EndpointQueue,
  attempt: DeliveryAttempt,
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
    const change = await systemChange(tx, queue.companyId, now);
    await disableIfEnabled(change, context.config, queue.endpointId, reason);
  });
}
