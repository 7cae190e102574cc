import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../../../context.ts";
import { type Attempt, attemptDelivery, type Job } from "./attempt.ts";
import { createRoom, type RoomSize } from "./concurrency-limit.ts";
import type { Taken } from "./delivery-queries.ts";
import { createClerk } from "./delivery-store.ts";
import {
  createLane,
  emptyQueue,
  endpointOf,
  finishJob,
  finishTaking,
  isIdle,
  keyOf,
  type Lane,
  startJob,
  startsIn,
  wantsMore,
} from "./endpoint-queue.ts";
import type { EndpointKey } from "./find-work.ts";
import { takeIn } from "./intake.ts";
import { watchLoad } from "./load.ts";

/** Keeps a lane for each endpoint it has leased, and sends what is in them within its bounds. */
export type Dispatcher = {
  /** Starts serving endpoints that have work; the database decides whether they are free. */
  serve(endpoints: readonly (EndpointKey & { failing: boolean })[]): void;
  /** There may be more to do for the endpoints of these companies; without a list, of all companies. */
  refill(companies?: ReadonlySet<number>): void;
  /** The settings of their endpoints may have changed: whatever has not been sent yet is read again. */
  reread(companies?: ReadonlySet<number>): void;
  /** Keeps the leases of busy lanes and gives back those of idle ones. */
  tend(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  attemptsMade(): number;
  close(): Promise<void>;
};

export type Bounds = RoomSize & {
  attemptTimeoutMs: number;
  leaseMs: number;
  /** How long a lane without work keeps its lease, because the next event is likely to be for it. */
  idleMs: number;
  lanesMax: number;
  /** An answer that takes longer than this no longer delays the endpoint's next job. */
  patienceMs: number;
};

/** Called after each attempt, with the time since when the endpoint has had nothing but failures. */
type OnAttempt = (lane: Lane, attempt: Attempt, failingSince: Date | null) => Promise<void>;

/** A row that is locked for a moment is skipped, which does not mean that the endpoint is not ours. */
const takeTriesMax = 3;
const takeAgainMs = 50;

export function createDispatcher(
  context: Context,
  worker: string,
  bounds: Bounds,
  onAttempt: OnAttempt,
): Dispatcher {
  const { clock, log, metrics } = context;
  const clerk = createClerk(context, worker, bounds.leaseMs);
  const room = createRoom(bounds);
  const load = watchLoad();
  const lanes = new Map<string, Lane>();
  const ready = new Set<Lane>();
  let made = 0;
  let closed = false;
  let waiting: (() => void)[] = [];

  const fill = async (lane: Lane): Promise<void> => {
    lane.taking = true;
    lane.more = false;
    try {
      const rows = await takePatiently(lane);
      if (rows.length === 0 || closed) retire(lane);
      else takeIn(context, lane, rows);
    } catch (error) {
      log.warn({ reason: (error as Error).message, ...endpointOf(lane) }, "no deliveries could be taken");
      retire(lane);
    } finally {
      finishTaking(lane);
      moved(lane);
    }
  };

  const takePatiently = async (lane: Lane): Promise<Taken[]> => {
    for (let tries = 1; ; tries++) {
      const rows = await clerk.take(lane);
      if (rows.length > 0 || closed || tries === takeTriesMax) return rows;
      await delay(takeAgainMs);
    }
  };

  const retire = (lane: Lane) => {
    lane.active = false;
    lane.more = false;
    ready.delete(lane);
    clearTimeout(lane.timer);
    emptyQueue(lane);
    if (isIdle(lane)) lanes.delete(keyOf(endpointOf(lane)));
  };

  /** Decides when the lane's next job may start: at once, after a while, or when another one has ended. */
  const arrange = (lane: Lane): void => {
    clearTimeout(lane.timer);
    const wait = startsIn(lane, clock.now(), load.isHigh(), bounds.patienceMs);
    if (wait === 0) ready.add(lane);
    else ready.delete(lane);
    if (wait) lane.timer = setTimeout(pump, Math.ceil(wait), lane);
  };

  /** Lanes take turns, one start each: a place that became free does not go to the lane that had it. */
  const startReady = (): void => {
    for (const lane of ready) {
      if (room.isFull()) return;
      if (!room.hasFor(lane)) continue;
      ready.delete(lane);
      const job = lane.queue.shift();
      if (!job) continue;
      void attempt(lane, job);
      arrange(lane);
    }
  };

  /** Sends what may be sent now, and fetches more before the lane runs dry. */
  const pump = (lane: Lane): void => {
    if (closed) return;
    arrange(lane);
    startReady();
    if (wantsMore(lane)) void fill(lane);
  };

  const attempt = async (lane: Lane, job: Job): Promise<void> => {
    room.enter(lane);
    startJob(lane, job);
    made += 1;
    if (job.attemptCount === 0) {
      metrics.deliveryLag.observe(Math.max(0, clock.now().getTime() - job.waitingSince.getTime()) / 1000);
    }
    const done = await attemptDelivery(context, lane.target!, job, bounds.attemptTimeoutMs);
    metrics.deliveryAttempts.inc({ outcome: outcomeOf(done) });
    lane.failingSince = done.status === "succeeded" ? undefined : (lane.failingSince ?? done.attemptedAt);
    lane.underWay.delete(job.sequence);
    room.leave(lane);
    pump(lane);
    try {
      const { deliveryId: delivery_id, sequence } = job;
      const failingSince = await clerk.record({ ...endpointOf(lane), delivery_id, sequence, attempt: done });
      await onAttempt(lane, done, failingSince);
    } catch (error) {
      // An attempt that was not recorded does not count: the delivery is still due, and will be attempted again.
      log.error({ err: error, ...endpointOf(lane) }, "an attempt could not be recorded");
    } finally {
      finishJob(lane, job);
      moved(lane);
    }
  };

  const moved = (lane: Lane) => {
    pump(lane);
    if (isIdle(lane)) {
      lane.idleSince = performance.now();
      if (!lane.active) lanes.delete(keyOf(endpointOf(lane)));
    }
    for (const resolve of waiting.splice(0)) resolve();
  };

  const untilIdle = async () => {
    while ([...lanes.values()].some((lane) => !isIdle(lane))) {
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };

  const rouse = (lane: Lane) => {
    lane.more = true;
    pump(lane);
  };

  const activeLanes = (companies?: ReadonlySet<number>) =>
    [...lanes.values()].filter((lane) => lane.active && (!companies || companies.has(lane.companyId)));

  /**
   * Released in the database before the lane is dropped: whoever asks for the endpoint meanwhile waits as for any
   * other answer.
   */
  const giveBack = async (resting: readonly Lane[]) => {
    for (const lane of resting) lane.taking = true;
    await clerk.release(resting).finally(() => {
      for (const lane of resting) {
        finishTaking(lane);
        if (lane.more) pump(lane);
        else retire(lane);
      }
    });
  };

  return {
    serve: (endpoints) => {
      // Healthy endpoints come first: when there is not room for all, the failing ones wait.
      for (const endpoint of endpoints.toSorted((a, b) => Number(a.failing) - Number(b.failing))) {
        const known = lanes.get(keyOf(endpoint));
        const most = endpoint.failing ? bounds.lanesMax / 2 : bounds.lanesMax;
        if (closed) return;
        if (!known && lanes.size >= most) continue;
        const lane = known ?? createLane(endpoint);
        lane.active = true;
        lanes.set(keyOf(endpoint), lane);
        rouse(lane);
      }
    },
    refill: (companies) => {
      for (const lane of activeLanes(companies)) rouse(lane);
    },
    reread: (companies) => {
      for (const lane of activeLanes(companies)) {
        emptyQueue(lane);
        rouse(lane);
      }
    },
    tend: async () => {
      load.measure();
      const restingBefore = performance.now() - bounds.idleMs;
      const rests = (lane: Lane) => isIdle(lane) && !lane.more && lane.idleSince <= restingBefore;
      await giveBack(activeLanes().filter(rests));
      const busy = activeLanes().filter((lane) => !isIdle(lane) && !lane.taking);
      const ours = await clerk.renew(busy);
      for (const lane of busy) if (!ours.has(keyOf(endpointOf(lane))) && !lane.taking) retire(lane);
    },
    idle: untilIdle,
    attemptsMade: () => made,
    close: async () => {
      closed = true;
      const all = [...lanes.values()];
      for (const lane of all) {
        clearTimeout(lane.timer);
        emptyQueue(lane);
      }
      await untilIdle();
      await clerk.release(all);
    },
  };
}

const outcomeOf = ({ status, failure, statusCode }: Attempt) =>
  status === "succeeded" ? status : (failure ?? `http_${Math.floor(statusCode! / 100)}xx`);
