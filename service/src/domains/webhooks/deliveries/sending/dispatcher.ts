import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../../../context.ts";
import { attemptDelivery, type DeliveryAttempt, type DeliveryJob } from "./attempt.ts";
import { type ConcurrencyLimits, createConcurrencyLimiter } from "./concurrency-limit.ts";
import type { TakenDelivery } from "./delivery-queries.ts";
import { createDeliveryStore } from "./delivery-store.ts";
import {
  createEndpointQueue,
  type EndpointQueue,
  emptyQueue,
  endpointOf,
  finishJob,
  finishTaking,
  isIdle,
  keyOf,
  msUntilNextStart,
  startJob,
  wantsMore,
} from "./endpoint-queue.ts";
import type { EndpointKey } from "./find-work.ts";
import { enqueueDeliveries } from "./intake.ts";
import { watchLoad } from "./load.ts";

/** Keeps a lane for each endpoint it has leased, and sends what is in them within its bounds. */
export type Dispatcher = {
  /** Starts serving endpoints that have work; the database decides whether they are free. */
  serve(endpoints: readonly (EndpointKey & { failing: boolean })[]): void;
  /** There may be more to do for the endpoints of these companies; without a list, of all companies. */
  refill(companies?: ReadonlySet<number>): void;
  /** The settings of their endpoints may have changed: whatever has not been sent yet is read again. */
  reload(companies?: ReadonlySet<number>): void;
  /** Keeps the leases of busy lanes and gives back those of idle ones. */
  maintainLeases(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  attemptsMade(): number;
  close(): Promise<void>;
};

export type Bounds = ConcurrencyLimits & {
  attemptTimeoutMs: number;
  leaseMs: number;
  /** How long a lane without work keeps its lease, because the next event is likely to be for it. */
  idleMs: number;
  endpointsMax: number;
  /** An answer that takes longer than this no longer delays the endpoint's next job. */
  slowResponseMs: number;
};

/** Called after each attempt, with the time since when the endpoint has had nothing but failures. */
type OnAttempt = (queue: EndpointQueue, attempt: DeliveryAttempt, failingSince: Date | null) => Promise<void>;

/** A row that is locked for a moment is skipped, which does not mean that the endpoint is not ours. */
const takeAttemptsMax = 3;
const takeRetryMs = 50;

export function createDispatcher(
  context: Context,
  worker: string,
  bounds: Bounds,
  onAttempt: OnAttempt,
): Dispatcher {
  const { clock, log, metrics } = context;
  const store = createDeliveryStore(context, worker, bounds.leaseMs);
  const limiter = createConcurrencyLimiter(bounds);
  const load = watchLoad();
  const queues = new Map<string, EndpointQueue>();
  const ready = new Set<EndpointQueue>();
  let made = 0;
  let closed = false;
  let waiting: (() => void)[] = [];

  const fill = async (queue: EndpointQueue): Promise<void> => {
    queue.taking = true;
    queue.more = false;
    try {
      const rows = await takeWithRetries(queue);
      if (rows.length === 0 || closed) retire(queue);
      else enqueueDeliveries(context, queue, rows);
    } catch (error) {
      log.warn({ reason: (error as Error).message, ...endpointOf(queue) }, "no deliveries could be taken");
      retire(queue);
    } finally {
      finishTaking(queue);
      afterWork(queue);
    }
  };

  const takeWithRetries = async (queue: EndpointQueue): Promise<TakenDelivery[]> => {
    for (let tries = 1; ; tries++) {
      const rows = await store.take(queue);
      if (rows.length > 0 || closed || tries === takeAttemptsMax) return rows;
      await delay(takeRetryMs);
    }
  };

  const retire = (queue: EndpointQueue) => {
    queue.active = false;
    queue.more = false;
    ready.delete(queue);
    clearTimeout(queue.timer);
    emptyQueue(queue);
    if (isIdle(queue)) queues.delete(keyOf(endpointOf(queue)));
  };

  /** Decides when the lane's next job may start: at once, after a while, or when another one has ended. */
  const scheduleNext = (queue: EndpointQueue): void => {
    clearTimeout(queue.timer);
    const wait = msUntilNextStart(queue, clock.now(), load.isHigh(), bounds.slowResponseMs);
    if (wait === 0) ready.add(queue);
    else ready.delete(queue);
    if (wait) queue.timer = setTimeout(pump, Math.ceil(wait), queue);
  };

  /** Lanes take turns, one start each: a place that became free does not go to the lane that had it. */
  const startReady = (): void => {
    for (const queue of ready) {
      if (limiter.isFull()) return;
      if (!limiter.canStart(queue)) continue;
      ready.delete(queue);
      const job = queue.jobs.shift();
      if (!job) continue;
      void attempt(queue, job);
      scheduleNext(queue);
    }
  };

  /** Sends what may be sent now, and fetches more before the lane runs dry. */
  const pump = (queue: EndpointQueue): void => {
    if (closed) return;
    scheduleNext(queue);
    startReady();
    if (wantsMore(queue)) void fill(queue);
  };

  const attempt = async (queue: EndpointQueue, job: DeliveryJob): Promise<void> => {
    limiter.acquire(queue);
    startJob(queue, job);
    made += 1;
    if (job.attemptCount === 0) {
      metrics.deliveryLag.observe(Math.max(0, clock.now().getTime() - job.waitingSince.getTime()) / 1000);
    }
    const done = await attemptDelivery(context, queue.target!, job, bounds.attemptTimeoutMs);
    metrics.deliveryAttempts.inc({ outcome: outcomeOf(done) });
    queue.failingSince = done.status === "succeeded" ? undefined : (queue.failingSince ?? done.attemptedAt);
    queue.inFlight.delete(job.sequence);
    limiter.release(queue);
    pump(queue);
    try {
      const { deliveryId: delivery_id, sequence } = job;
      const failingSince = await store.record({ ...endpointOf(queue), delivery_id, sequence, attempt: done });
      await onAttempt(queue, done, failingSince);
    } catch (error) {
      // An attempt that was not recorded does not count: the delivery is still due, and will be attempted again.
      log.error({ err: error, ...endpointOf(queue) }, "an attempt could not be recorded");
    } finally {
      finishJob(queue, job);
      afterWork(queue);
    }
  };

  const afterWork = (queue: EndpointQueue) => {
    pump(queue);
    if (isIdle(queue)) {
      queue.idleSince = performance.now();
      if (!queue.active) queues.delete(keyOf(endpointOf(queue)));
    }
    for (const resolve of waiting.splice(0)) resolve();
  };

  const untilIdle = async () => {
    while ([...queues.values()].some((queue) => !isIdle(queue))) {
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };

  const wake = (queue: EndpointQueue) => {
    queue.more = true;
    pump(queue);
  };

  const activeQueues = (companies?: ReadonlySet<number>) =>
    [...queues.values()].filter((queue) => queue.active && (!companies || companies.has(queue.companyId)));

  /**
   * Released in the database before the lane is dropped: whoever asks for the endpoint meanwhile waits as for any
   * other answer.
   */
  const releaseIdle = async (idleQueues: readonly EndpointQueue[]) => {
    for (const queue of idleQueues) queue.taking = true;
    await store.release(idleQueues).finally(() => {
      for (const queue of idleQueues) {
        finishTaking(queue);
        if (queue.more) pump(queue);
        else retire(queue);
      }
    });
  };

  return {
    serve: (endpoints) => {
      // Healthy endpoints come first: when there is not room for all, the failing ones wait.
      for (const endpoint of endpoints.toSorted((a, b) => Number(a.failing) - Number(b.failing))) {
        const known = queues.get(keyOf(endpoint));
        const most = endpoint.failing ? bounds.endpointsMax / 2 : bounds.endpointsMax;
        if (closed) return;
        if (!known && queues.size >= most) continue;
        const queue = known ?? createEndpointQueue(endpoint);
        queue.active = true;
        queues.set(keyOf(endpoint), queue);
        wake(queue);
      }
    },
    refill: (companies) => {
      for (const queue of activeQueues(companies)) wake(queue);
    },
    reload: (companies) => {
      for (const queue of activeQueues(companies)) {
        emptyQueue(queue);
        wake(queue);
      }
    },
    maintainLeases: async () => {
      load.measure();
      const idleBefore = performance.now() - bounds.idleMs;
      const isReleasable = (queue: EndpointQueue) =>
        isIdle(queue) && !queue.more && queue.idleSince <= idleBefore;
      await releaseIdle(activeQueues().filter(isReleasable));
      const busy = activeQueues().filter((queue) => !isIdle(queue) && !queue.taking);
      const ours = await store.renew(busy);
      for (const queue of busy) if (!ours.has(keyOf(endpointOf(queue))) && !queue.taking) retire(queue);
    },
    idle: untilIdle,
    attemptsMade: () => made,
    close: async () => {
      closed = true;
      const all = [...queues.values()];
      for (const queue of all) {
        clearTimeout(queue.timer);
        emptyQueue(queue);
      }
      await untilIdle();
      await store.release(all);
    },
  };
}

const outcomeOf = ({ status, failure, statusCode }: DeliveryAttempt) =>
  status === "succeeded" ? status : (failure ?? `http_${Math.floor(statusCode! / 100)}xx`);
