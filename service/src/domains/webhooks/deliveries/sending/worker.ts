import type { Context } from "../../../../context.ts";
import { inTransaction } from "../../../../platform/db/database.ts";
import { idsInPayload } from "../../../../platform/db/notifier.ts";
import { randomName } from "../../../../platform/security/ids.ts";
import { companiesChannel, systemChange } from "../../../tenancy/companies/service.ts";
import { disableIfEnabled, endpointsChannel } from "../../endpoints/service.ts";
import { eventsChannel } from "../../events/service.ts";
import { type AttemptOutcome, attemptTimeoutMs } from "./attempt.ts";
import { findAnnouncedEndpoints, findEndpointsBehind, findEndpointsDue } from "./delivery-queries.ts";
import { type Bounds, createDispatcher, type OwnReceiver } from "./dispatcher.ts";
import type { EndpointQueue } from "./endpoint-queue.ts";
import { failingMaxMs } from "./retry-schedule.ts";

/** `pollIntervalMs` is how often it looks for work that was not announced. */
export type WorkerBounds = Bounds & { pollIntervalMs: number };

/**
 * Delivers events to endpoints. An endpoint is leased by one worker at a time, so that its events stay in order and
 * its limits hold however many workers there are; a worker that crashes leaves only leases that end and
 * attempts without an outcome. A NOTIFY starts deliveries within milliseconds, and a poll every second finds what was
 * not announced.
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
  takeGapMs: 20,
  ownTakeGapMs: 250,
  endpointsMax: 2000,
  slowResponseMs: 250,
  attemptsMax: 2000,
  // More than all endpoints of one company can have in flight, so that they do not compete with each other.
  attemptsMaxPerCompany: 500,
};

/** Endpoints with undelivered events are announced; reading all of them is only a safety net. */
const pollsPerFullPoll = 5;
/** The more endpoints there are, the less often all of them are read, so that it takes 1 % of the time. */
const pausePerFullPollMs = 100;
const pollsPerFullPollMax = 30;

export function createDeliveryWorker(
  context: Context,
  bounds: Partial<WorkerBounds> = {},
  ownReceiver: OwnReceiver = context.outbound,
): DeliveryWorker {
  const { background, clock, listener, log } = context;
  const worker = randomName(16);
  const { pollIntervalMs, ...others } = { ...defaultBounds, ...bounds };
  const dispatcher = createDispatcher(context, worker, others, {
    onAttempt: (queue, outcome, failingSince) => disableIfFailing(context, queue, outcome, failingSince),
    ownReceiver,
  });
  const logFailure = (error: Error) => log.warn({ reason: error.message }, "polling for deliveries failed");
  let announced = new Set<number>();
  /**
   * How many endpoints the search for a company's new events found since the last poll. While all of them are being
   * served, its next event needs no search.
   */
  let found = new Map<number, number>();
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const findAnnounced = async () => {
    while (announced.size > 0 && !stopped) {
      const companies = announced;
      announced = new Set();
      const endpoints = await findAnnouncedEndpoints(background, worker, clock.now(), [...companies]);
      dispatcher.serve(endpoints);
      for (const [company, own] of Map.groupBy(endpoints, ({ company_id }) => company_id)) {
        found.set(company, own.length);
      }
    }
  };

  /** Companies that are announced during one query are handled by the next. */
  const readAnnounced = () => {
    // The search must not clear `reading` itself: one with nothing to do ends before the assignment, which would then last.
    reading ??= findAnnounced()
      .catch(logFailure)
      .finally(() => {
        reading = undefined;
      });
  };

  const poll = async (isFull: boolean) => {
    dispatcher.serve(await findEndpointsDue(background, worker, clock.now()));
    if (isFull) dispatcher.serve(await findEndpointsBehind(background, worker));
  };

  const pollEverything = () => void poll(true).catch(logFailure);

  const onAnnouncement = (react: (companies?: ReadonlySet<number>) => void) => (payload: string) => {
    if (stopped || timer === undefined) return;
    const companies = idsInPayload(payload);
    react(companies);
    if (!companies) return pollEverything();
    announced = announced.union(companies);
    readAnnounced();
  };

  const onEvents = (payload: string) => {
    const companies = idsInPayload(payload);
    const isServed = (company: number) =>
      found.has(company) && dispatcher.serving(company) >= found.get(company)!;
    if (stopped || !companies || ![...companies].every(isServed)) {
      return onAnnouncement(dispatcher.refill)(payload);
    }
    dispatcher.refill(companies);
    // By the next poll.
    announced = announced.union(companies);
  };

  /** An endpoint that was added, or is enabled again, is not among those that were found. */
  const onSettings = (payload: string) => {
    found = new Map();
    onAnnouncement(dispatcher.reload)(payload);
  };

  let nextFullPoll = 0;
  const pollAt = async (count: number) => {
    if (count < nextFullPoll) return poll(false);
    const startedAt = performance.now();
    await poll(true);
    const polls = Math.ceil((pausePerFullPollMs * (performance.now() - startedAt)) / pollIntervalMs);
    nextFullPoll = count + Math.min(pollsPerFullPollMax, Math.max(pollsPerFullPoll, polls));
  };

  const tick = (count: number) => {
    timer = setTimeout(() => {
      found = new Map();
      readAnnounced();
      void Promise.all([dispatcher.maintainLeases(), pollAt(count)])
        .catch(logFailure)
        .finally(() => {
          if (!stopped) tick(count + 1);
        });
    }, pollIntervalMs);
  };

  return {
    start: () => {
      log.debug({ worker }, "delivery worker started");
      tick(0);
      listener.on(eventsChannel, onEvents);
      listener.on(endpointsChannel, onSettings);
      listener.on(companiesChannel, onSettings);
      pollEverything();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await reading;
      await dispatcher.close();
    },
    pass: async () => {
      const before = dispatcher.attemptsMade();
      for (let made = -1; made !== dispatcher.attemptsMade(); ) {
        made = dispatcher.attemptsMade();
        dispatcher.refill();
        await poll(true);
        await dispatcher.idle();
      }
      return dispatcher.attemptsMade() - before;
    },
  };
}

/** An endpoint that answered 410, or has failed for days on end, is disabled, and its company gets an event. */
async function disableIfFailing(
  context: Context,
  queue: EndpointQueue,
  outcome: AttemptOutcome,
  failingSince: Date | null,
): Promise<void> {
  if (outcome.status === "succeeded") return;
  const now = context.clock.now();
  const tooLong = failingSince !== null && now.getTime() - failingSince.getTime() >= failingMaxMs;
  const reason = outcome.gone
    ? "It returned 410 Gone."
    : tooLong
      ? `Every attempt since ${failingSince.toISOString()} has failed, the last one because ${outcome.message}.`
      : undefined;
  if (!reason) return;
  await inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, queue.companyId, context.clock);
    await disableIfEnabled(change, context.config, queue.endpointId, reason);
  });
}
