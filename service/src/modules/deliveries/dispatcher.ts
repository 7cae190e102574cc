import type { Context } from "../../context.ts";
import { coalesce } from "../../foundation/coalesce.ts";
import { randomName } from "../../foundation/ids.ts";
import { defaultUrl, openSecrets } from "../endpoints/service.ts";
import { eventIdOf } from "../events/service.ts";
import { type Attempt, attemptDelivery, type Job } from "./attempt.ts";
import {
  type EndpointKey,
  type Result,
  recordAttempts,
  releaseLeases,
  renewLeases,
  type Taken,
  takeWork,
} from "./books.ts";
import { createLane, isIdle, type Lane, laneJobsMax, startsIn } from "./lane.ts";

/** Keeps a lane for each endpoint it has leased, and sends what is in them within its bounds. */
export type Dispatcher = {
  /** Takes on endpoints that have work; the database decides whether they are free. */
  serve(endpoints: readonly (EndpointKey & { failing: boolean })[]): void;
  /** There may be more to do for the endpoints of these companies; all, if none are named. */
  refill(companies?: ReadonlySet<number>): void;
  /** The settings of these companies' endpoints changed: what has not been sent yet is read anew. */
  reread(companies: ReadonlySet<number>): void;
  /** Keeps the leases of busy lanes and gives back those of idle ones. */
  tend(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  attemptsMade(): number;
  close(): Promise<void>;
};

export type Bounds = {
  attemptTimeoutMs: number;
  leaseMs: number;
  /** A lane without work keeps its lease so long, because the next event is likely to be for it. */
  idleMs: number;
  lanesMax: number;
  attemptsMax: number;
  attemptsMaxPerCompany: number;
};

const keyOf = ({ company_id, endpoint_id }: EndpointKey) => `${company_id}:${endpoint_id}`;
const endpointOf = (lane: Lane) => ({ company_id: lane.companyId, endpoint_id: lane.endpointId });

export function createDispatcher(
  context: Context,
  bounds: Bounds,
  onAttempt: (lane: Lane, attempt: Attempt) => Promise<void>,
): Dispatcher {
  const { background, clock, log, metrics, config, encryptionKeys } = context;
  const worker = randomName(16);
  const lanes = new Map<string, Lane>();
  const underWayOf = new Map<number, number>();
  const starved = new Set<Lane>();
  let underWay = 0;
  let made = 0;
  let closed = false;
  const waiters: (() => void)[] = [];

  const take = coalesce<Lane, Taken[]>({
    itemsMax: 200,
    batchesMax: 2,
    run: async (asked) => {
      const now = clock.now();
      const lease = { worker, now, until: new Date(now.getTime() + bounds.leaseMs) };
      const wishes = asked.map((lane) => ({
        ...endpointOf(lane),
        want: laneJobsMax,
        held: lane.held.size,
      }));
      const byLane = Map.groupBy(await takeWork(background, lease, wishes), keyOf);
      return asked.map((lane) => byLane.get(keyOf(endpointOf(lane))) ?? []);
    },
    onBatch: (size) => metrics.batches.observe({ work: "take_deliveries" }, size),
  });
  const record = coalesce<Result, void>({
    itemsMax: 200,
    batchesMax: 2,
    run: async (results) => {
      await recordAttempts(background, clock.now(), results);
      return results.map(() => undefined);
    },
    onBatch: (size) => metrics.batches.observe({ work: "record_attempts" }, size),
  });

  const settled = () => {
    for (const resolve of waiters.splice(0)) resolve();
  };

  const fill = async (lane: Lane): Promise<void> => {
    if (lane.taking || closed) return;
    lane.taking = true;
    lane.more = false;
    try {
      const rows = await take(lane);
      // Nothing at all means that the endpoint is not ours to serve, or not now.
      if (rows.length === 0) forget(lane);
      else accept(lane, rows);
    } catch (error) {
      log.warn({ reason: (error as Error).message, ...endpointOf(lane) }, "no deliveries could be taken");
      forget(lane);
    } finally {
      lane.taking = false;
      pump(lane);
      settled();
    }
  };

  const accept = (lane: Lane, rows: readonly Taken[]) => {
    const [first] = rows as [Taken];
    lane.target = {
      url: first.url ?? defaultUrl(config),
      ...openSecrets(encryptionKeys, lane.companyId, first),
    };
    lane.failingSince = first.failing_since ?? undefined;
    lane.more ||= first.more;
    for (const row of rows) {
      if (row.delivery_id === null || lane.held.has(row.delivery_id)) continue;
      lane.held.add(row.delivery_id);
      lane.queue.push(jobOf(row));
    }
  };

  /** What is queued stays due in the database, for whoever serves the endpoint next. */
  const forget = (lane: Lane) => {
    lanes.delete(keyOf(endpointOf(lane)));
    starved.delete(lane);
    unqueue(lane);
    lane.more = false;
  };

  const unqueue = (lane: Lane) => {
    for (const job of lane.queue) lane.held.delete(job.deliveryId);
    lane.queue = [];
  };

  const pump = (lane: Lane): void => {
    if (closed) return;
    clearTimeout(lane.timer);
    for (let wait = startsIn(lane, clock.now()); wait !== undefined; wait = startsIn(lane, clock.now())) {
      if (!hasRoom(lane)) {
        starved.add(lane);
        return;
      }
      if (wait > 0) {
        lane.timer = setTimeout(pump, Math.ceil(wait), lane);
        break;
      }
      void attempt(lane, lane.queue.shift()!);
    }
    if (lane.more && lane.queue.length < laneJobsMax / 2 && lanes.has(keyOf(endpointOf(lane))))
      void fill(lane);
    if (isIdle(lane)) lane.idleSince = performance.now();
  };

  /** Endpoints that fail may take half of what there is at most, so that they can never take it all. */
  const hasRoom = (lane: Lane) =>
    underWay < (lane.failingSince ? bounds.attemptsMax / 2 : bounds.attemptsMax) &&
    (underWayOf.get(lane.companyId) ?? 0) < bounds.attemptsMaxPerCompany;

  const count = (lane: Lane, change: 1 | -1) => {
    underWay += change;
    const left = (underWayOf.get(lane.companyId) ?? 0) + change;
    if (left === 0) underWayOf.delete(lane.companyId);
    else underWayOf.set(lane.companyId, left);
  };

  const attempt = async (lane: Lane, job: Job): Promise<void> => {
    count(lane, 1);
    made += 1;
    lane.underWay.set(job.deliveryId, performance.now());
    if (job.attemptCount === 0) {
      metrics.deliveryLag.observe(Math.max(0, clock.now().getTime() - job.waitingSince.getTime()) / 1000);
    }
    try {
      const done = await attemptDelivery(context, lane.target!, job, bounds.attemptTimeoutMs);
      lane.underWay.delete(job.deliveryId);
      count(lane, -1);
      metrics.deliveryAttempts.inc({ outcome: outcomeOf(done) });
      if (done.status === "succeeded") lane.failingSince = undefined;
      pump(lane);
      feedStarved();
      await record({ ...endpointOf(lane), delivery_id: job.deliveryId, attempt: done });
      await onAttempt(lane, done);
    } catch (error) {
      // Not recorded is not done: the delivery is still due, and will be made again.
      log.error({ err: error, ...endpointOf(lane) }, "an attempt could not be recorded");
    } finally {
      lane.held.delete(job.deliveryId);
      pump(lane);
      settled();
    }
  };

  const feedStarved = () => {
    // Over a copy: a lane for which there is still no room puts itself back.
    for (const lane of [...starved]) {
      if (underWay >= bounds.attemptsMax) return;
      starved.delete(lane);
      pump(lane);
    }
  };

  const lanesOf = (companies?: ReadonlySet<number>) =>
    [...lanes.values()].filter((lane) => !companies || companies.has(lane.companyId));

  return {
    serve: (endpoints) => {
      // Those that work come first: when there is not room for all, the others wait.
      const order = [...endpoints].sort((a, b) => Number(a.failing) - Number(b.failing));
      for (const endpoint of order) {
        const most = endpoint.failing ? bounds.lanesMax / 2 : bounds.lanesMax;
        if (closed || lanes.size >= most) return;
        const key = keyOf(endpoint);
        const lane = lanes.get(key) ?? createLane(endpoint.company_id, endpoint.endpoint_id);
        lanes.set(key, lane);
        lane.more = true;
        pump(lane);
      }
    },
    refill: (companies) => {
      for (const lane of lanesOf(companies)) {
        lane.more = true;
        pump(lane);
      }
    },
    reread: (companies) => {
      for (const lane of lanesOf(companies)) {
        unqueue(lane);
        lane.more = true;
        pump(lane);
      }
    },
    tend: async () => {
      const all = [...lanes.values()];
      const restingBefore = performance.now() - bounds.idleMs;
      const resting = all.filter((lane) => isIdle(lane) && !lane.more && lane.idleSince <= restingBefore);
      for (const lane of resting) forget(lane);
      if (resting.length > 0) await releaseLeases(background, worker, resting.map(endpointOf));
      const busy = all.filter((lane) => !isIdle(lane));
      if (busy.length === 0) return;
      const until = new Date(clock.now().getTime() + bounds.leaseMs);
      const ours = await renewLeases(background, worker, busy.map(endpointOf), until);
      const kept = new Set(ours.map(keyOf));
      for (const lane of busy) if (!kept.has(keyOf(endpointOf(lane))) && !lane.taking) forget(lane);
    },
    idle: async () => {
      while ([...lanes.values()].some((lane) => !isIdle(lane))) {
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
    },
    attemptsMade: () => made,
    close: async () => {
      closed = true;
      const all = [...lanes.values()];
      for (const lane of all) {
        clearTimeout(lane.timer);
        unqueue(lane);
      }
      while (all.some((lane) => !isIdle(lane))) await new Promise<void>((resolve) => waiters.push(resolve));
      if (all.length > 0) await releaseLeases(background, worker, all.map(endpointOf));
    },
  };
}

const jobOf = (row: Taken): Job => ({
  deliveryId: row.delivery_id!,
  eventId: eventIdOf(row.company_id, row.event_sequence),
  step: row.step,
  attemptCount: row.attempt_count,
  waitingSince: row.waiting_since,
  body: row.body,
});

const outcomeOf = ({ status, failure, statusCode }: Attempt) =>
  status === "succeeded" ? status : (failure ?? `http_${Math.floor(statusCode! / 100)}xx`);
