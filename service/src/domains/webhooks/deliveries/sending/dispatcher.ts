import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../../../context.ts";
import { isTemporaryFailure } from "../../../../platform/db/failures.ts";
import { webhookFaults } from "../../../tenancy/sandbox-faults/service.ts";
import {
  type AttemptOutcome,
  attemptDelivery,
  type DeliveryJob,
  outcomeLabel,
  type Target,
} from "./attempt.ts";
import type { FoundEndpoint } from "./delivery-queries.ts";
import { createDeliveryStore, type DeliveryStore, type Recorded } from "./delivery-store.ts";
import { type EndpointQueue, endpointOf } from "./endpoint-queue.ts";
import {
  type Action,
  createSchedulerState,
  isSchedulerIdle,
  type Limits,
  type SchedulerEvent,
  schedule,
  type TakenWork,
} from "./scheduler.ts";

/** Does what the scheduler decides: takes work, sends it, and records what came of it. */
export type Dispatcher = {
  /** Starts serving endpoints that have work; the database decides whether they are free. */
  serve(endpoints: readonly FoundEndpoint[]): void;
  /** There may be more to do for the endpoints of these companies; without a list, of all companies. */
  refill(companies?: ReadonlySet<number>): void;
  /** How many endpoints of a company it serves. */
  serving(companyId: number): number;
  /** The settings of their endpoints may have changed. */
  reload(companies?: ReadonlySet<number>): void;
  /** Renews the leases of busy endpoints and releases those of idle ones. */
  maintainLeases(): Promise<void>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  attemptsMade(): number;
  close(): Promise<void>;
};

export type Bounds = Limits & { attemptTimeoutMs: number; leaseMs: number };

/** Called after each attempt, with the time since when the endpoint has had nothing but failures. */
type OnAttempt = (queue: EndpointQueue, outcome: AttemptOutcome, failingSince: Date | null) => Promise<void>;

/** A row that is locked for a moment is skipped, which does not mean that the endpoint is not ours. */
const takeAttemptsMax = 3;
const takeRetryMs = 50;
/** While the database cannot be reached, an outcome is kept and recorded later. */
const recordRetryMs = 500;
const recordAttemptsMaxOnceClosed = 4;

/** How requests reach the service's own receiver: as a call where the worker has it, otherwise over the network. */
export type OwnReceiver = Pick<Context["outbound"], "send">;

/** For a company that wants its receiver to fail, outside production. */
const failingReceiver: OwnReceiver = {
  send: async () => ({
    kind: "answered",
    status: 500,
    headers: {},
    body: Buffer.from("A fault of the sandbox: see GET /sandbox/faults"),
    truncated: false,
    durationMs: 0,
  }),
};

export function createDispatcher(
  context: Context,
  worker: string,
  bounds: Bounds,
  { onAttempt, ownReceiver }: { onAttempt: OnAttempt; ownReceiver: OwnReceiver },
): Dispatcher {
  const { clock } = context;
  const state = createSchedulerState(bounds);
  const store = createDeliveryStore(context, worker, bounds.leaseMs);
  const load = watchLoad();
  const isToFail = webhookFaults(context);
  const timers = new Map<EndpointQueue, NodeJS.Timeout>();
  let attempts = 0;
  let waiting: (() => void)[] = [];

  const run = (event: SchedulerEvent): Promise<void>[] => {
    const moment = { now: clock.now(), monotonicMs: performance.now(), processIsBusy: load.isHigh() };
    const started = schedule(state, event, moment).flatMap((action) => perform(action) ?? []);
    for (const resolve of waiting.splice(0)) resolve();
    return started;
  };
  const handle = (event: SchedulerEvent): void => void run(event);

  const perform = (action: Action): Promise<void> | undefined => {
    switch (action.type) {
      case "set timer":
        return setTimer(action.queue, action.inMs);
      case "take":
        return takeFor(action.queue);
      case "send":
        return deliver(action.queue, action.job);
      case "release":
        return store
          .release(action.queues)
          .finally(() => handle({ type: "released", queues: action.queues }));
      case "renew":
        return store
          .renew(action.queues)
          .then((ours) => handle({ type: "renewed", queues: action.queues, ours }));
    }
  };

  const setTimer = (queue: EndpointQueue, inMs: number | undefined): undefined => {
    clearTimeout(timers.get(queue));
    timers.delete(queue);
    if (inMs === undefined) return;
    const fire = () => {
      timers.delete(queue);
      handle({ type: "timer", queue });
    };
    timers.set(queue, setTimeout(fire, Math.ceil(inMs)));
  };

  const takeFor = async (queue: EndpointQueue) => {
    const work = await takeWithRetries(context, store, queue, () => state.closed);
    handle({ type: "taken", queue, work });
  };

  const deliver = async (queue: EndpointQueue, job: DeliveryJob) => {
    attempts += 1;
    const outbound = (await isToFail(queue.companyId))
      ? failingReceiver
      : queue.isOwnReceiver
        ? ownReceiver
        : context.outbound;
    const outcome = await attempt(context, queue, job, (target) =>
      attemptDelivery({ ...context, outbound }, target, job, bounds.attemptTimeoutMs),
    );
    if (outcome.reconnect) {
      const recorded = await recordWithRetries(context, store, { queue, job, outcome }, () => state.closed);
      if (recorded?.reconnects) {
        return deliver(queue, { ...job, number: job.number + 1, cause: "reconnect" });
      }
      handle({ type: "answered", queue, job, failedAt: queue.failingSince });
      handle({ type: "recorded", queue, job, lost: recorded === undefined });
      return;
    }
    const failedAt = outcome.status === "succeeded" ? undefined : outcome.attemptedAt;
    handle({ type: "answered", queue, job, failedAt });
    const recorded = await recordWithRetries(context, store, { queue, job, outcome }, () => state.closed);
    if (recorded) await reactTo(queue, outcome, recorded);
    handle({ type: "recorded", queue, job, lost: recorded === undefined });
  };

  const reactTo = async (queue: EndpointQueue, outcome: AttemptOutcome, recorded: Recorded) => {
    try {
      await onAttempt(queue, outcome, recorded.failing_since);
    } catch (error) {
      context.log.error({ err: error, ...endpointOf(queue) }, "webhook endpoint could not be disabled");
    }
  };

  const untilIdle = async () => {
    while (!isSchedulerIdle(state)) {
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };

  return {
    serve: (endpoints) => handle({ type: "found", endpoints }),
    refill: (companies) => handle({ type: "announced", companies }),
    serving: (companyId) =>
      state.queues
        .values()
        .reduce((count, queue) => count + Number(queue.active && queue.companyId === companyId), 0),
    reload: (companies) => handle({ type: "changed", companies }),
    maintainLeases: async () => {
      load.measure();
      await Promise.all(run({ type: "tick" }));
    },
    idle: untilIdle,
    attemptsMade: () => attempts,
    close: async () => {
      const queues = [...state.queues.values()];
      handle({ type: "close" });
      await untilIdle();
      // A lost outcome must not look like an attempt that was never sent: that lease ends by itself.
      const clean = queues.filter((queue) => !queue.needsNewLease);
      if (clean.length > 0) await store.release(clean);
    },
  };
}

async function takeWithRetries(
  { log }: Context,
  store: DeliveryStore,
  queue: EndpointQueue,
  isClosed: () => boolean,
): Promise<TakenWork | undefined> {
  try {
    for (let tries = 1; ; tries++) {
      const work = await store.take(queue);
      if (work || isClosed() || tries === takeAttemptsMax) return work;
      await delay(takeRetryMs);
    }
  } catch (error) {
    log.warn({ reason: (error as Error).message, ...endpointOf(queue) }, "taking webhook deliveries failed");
    return undefined;
  }
}

async function attempt(
  context: Context,
  queue: EndpointQueue,
  job: DeliveryJob,
  send: (target: Target) => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  const { clock, log, metrics } = context;
  if (job.cause === "first") {
    metrics.deliveryLag.observe(Math.max(0, clock.now().getTime() - job.waitingSince.getTime()) / 1000);
  }
  const outcome = await send(queue.target!);
  metrics.deliveryAttempts.inc({ outcome: outcomeLabel(outcome) });
  if (log.isLevelEnabled("debug")) log.debug(describe(queue, job, outcome), "webhook delivery attempted");
  return outcome;
}

const describe = (queue: EndpointQueue, job: DeliveryJob, outcome: AttemptOutcome) => ({
  ...endpointOf(queue),
  event_id: job.eventId,
  delivery_id: job.deliveryId,
  number: job.number,
  cause: job.cause,
  status: outcome.statusCode ?? outcome.failure,
  duration_ms: outcome.durationMs,
});

/** Undefined where the outcome was lost: then the attempt stays recorded as begun, and the delivery is due again. */
async function recordWithRetries(
  { log }: Context,
  store: DeliveryStore,
  { queue, job, outcome }: { queue: EndpointQueue; job: DeliveryJob; outcome: AttemptOutcome },
  isClosed: () => boolean,
): Promise<Recorded | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await store.record({ ...endpointOf(queue), job, outcome });
    } catch (error) {
      const about = { err: error, ...describe(queue, job, outcome) };
      const mayRetry = isTemporaryFailure(error) && !(isClosed() && tries >= recordAttemptsMaxOnceClosed);
      if (!mayRetry) {
        log.error(about, "webhook delivery attempt could not be recorded");
        return undefined;
      }
      if (tries === 1) log.warn(about, "recording a webhook delivery attempt failed and is tried again");
      await delay(recordRetryMs);
    }
  }
}

const highLoad = 0.8;

/** Whether this process was busy most of the time since the last measurement. */
function watchLoad() {
  let last = performance.eventLoopUtilization();
  let high = false;
  return {
    measure: () => {
      const current = performance.eventLoopUtilization();
      high = performance.eventLoopUtilization(current, last).utilization > highLoad;
      last = current;
    },
    isHigh: () => high,
  };
}
