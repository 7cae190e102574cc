import type { Context } from "../../context.ts";
import { randomName } from "../../foundation/ids.ts";
import { defaultUrl, openSecrets } from "../endpoints/service.ts";
import { eventIdOf } from "../events/service.ts";
import { type Attempt, attemptDelivery, type Job } from "./attempt.ts";
import type { EndpointKey, Taken } from "./books.ts";
import { createClerk } from "./clerk.ts";
import {
  createLane,
  emptyQueue,
  endpointOf,
  isIdle,
  keyOf,
  type Lane,
  queueJob,
  runsLow,
  startsIn,
} from "./lane.ts";
import { watchLoad } from "./load.ts";
import { createRoom, type RoomSize } from "./room.ts";

/** Keeps a lane for each endpoint it has leased, and sends what is in them within its bounds. */
export type Dispatcher = {
  /** Takes on endpoints that have work; the database decides whether they are free. */
  serve(endpoints: readonly (EndpointKey & { failing: boolean })[]): void;
  /** There may be more to do for the endpoints of these companies; of all, if none are named. */
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

export type Bounds = RoomSize & {
  attemptTimeoutMs: number;
  leaseMs: number;
  /** A lane without work keeps its lease so long, because the next event is likely to be for it. */
  idleMs: number;
  lanesMax: number;
};

const starvedTriesMax = 20;

export function createDispatcher(
  context: Context,
  bounds: Bounds,
  onAttempt: (lane: Lane, attempt: Attempt) => Promise<void>,
): Dispatcher {
  const { clock, log, metrics } = context;
  const clerk = createClerk(context, randomName(16), bounds.leaseMs);
  const room = createRoom(bounds);
  const load = watchLoad();
  const lanes = new Map<string, Lane>();
  const starved = new Set<Lane>();
  let made = 0;
  let closed = false;
  let waiting: (() => void)[] = [];

  const fill = async (lane: Lane): Promise<void> => {
    if (lane.taking) return;
    lane.taking = true;
    lane.more = false;
    try {
      const rows = await clerk.take(lane);
      if (rows.length === 0 || closed) forget(lane);
      else accept(context, lane, rows);
    } catch (error) {
      log.warn({ reason: (error as Error).message, ...endpointOf(lane) }, "no deliveries could be taken");
      forget(lane);
    } finally {
      lane.taking = false;
      moved(lane);
    }
  };

  const forget = (lane: Lane) => {
    lanes.delete(keyOf(endpointOf(lane)));
    starved.delete(lane);
    clearTimeout(lane.timer);
    emptyQueue(lane);
    lane.more = false;
  };

  /** Sends what may be sent now, and asks for more before the lane runs dry. */
  const pump = (lane: Lane): void => {
    if (closed) return;
    clearTimeout(lane.timer);
    const nextIn = () => startsIn(lane, clock.now(), load.isHigh());
    for (let wait = nextIn(); wait !== undefined; wait = nextIn()) {
      if (!room.hasFor(lane)) {
        starved.add(lane);
        return;
      }
      if (wait > 0) {
        lane.timer = setTimeout(pump, Math.ceil(wait), lane);
        break;
      }
      void attempt(lane, lane.queue.shift()!);
    }
    if (runsLow(lane) && lanes.has(keyOf(endpointOf(lane)))) void fill(lane);
  };

  const attempt = async (lane: Lane, job: Job): Promise<void> => {
    room.enter(lane);
    made += 1;
    lane.underWay.add(job.deliveryId);
    lane.startedAt = performance.now();
    if (job.attemptCount === 0) {
      metrics.deliveryLag.observe(Math.max(0, clock.now().getTime() - job.waitingSince.getTime()) / 1000);
    }
    const done = await attemptDelivery(context, lane.target!, job, bounds.attemptTimeoutMs);
    metrics.deliveryAttempts.inc({ outcome: outcomeOf(done) });
    if (done.status === "succeeded") lane.failingSince = undefined;
    lane.underWay.delete(job.deliveryId);
    room.leave(lane);
    pump(lane);
    feedStarved();
    try {
      await clerk.record({ ...endpointOf(lane), delivery_id: job.deliveryId, attempt: done });
      await onAttempt(lane, done);
    } catch (error) {
      // Not recorded is not done: the delivery is still due, and will be made again.
      log.error({ err: error, ...endpointOf(lane) }, "an attempt could not be recorded");
    } finally {
      lane.held.delete(job.deliveryId);
      moved(lane);
    }
  };

  const feedStarved = () => {
    // A few, and taken out first: a lane for which there is still no room goes back to the end of the line.
    for (const lane of starved.values().take(starvedTriesMax).toArray()) {
      starved.delete(lane);
      pump(lane);
    }
  };

  const moved = (lane: Lane) => {
    pump(lane);
    if (isIdle(lane)) lane.idleSince = performance.now();
    for (const resolve of waiting.splice(0)) resolve();
  };

  const untilIdle = async (watched: () => readonly Lane[]) => {
    while (watched().some((lane) => !isIdle(lane))) {
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  };

  const rouse = (lane: Lane) => {
    lane.more = true;
    pump(lane);
  };

  const lanesOf = (companies?: ReadonlySet<number>) =>
    [...lanes.values()].filter((lane) => !companies || companies.has(lane.companyId));

  return {
    serve: (endpoints) => {
      // Those that work come first: when there is not room for all, the others wait.
      for (const endpoint of endpoints.toSorted((a, b) => Number(a.failing) - Number(b.failing))) {
        if (closed || lanes.size >= (endpoint.failing ? bounds.lanesMax / 2 : bounds.lanesMax)) return;
        const lane = lanes.get(keyOf(endpoint)) ?? createLane(endpoint);
        lanes.set(keyOf(endpoint), lane);
        rouse(lane);
      }
    },
    refill: (companies) => {
      for (const lane of lanesOf(companies)) rouse(lane);
    },
    reread: (companies) => {
      for (const lane of lanesOf(companies)) {
        emptyQueue(lane);
        rouse(lane);
      }
    },
    tend: async () => {
      load.measure();
      const all = lanesOf();
      const restingBefore = performance.now() - bounds.idleMs;
      const resting = all.filter((lane) => isIdle(lane) && !lane.more && lane.idleSince <= restingBefore);
      for (const lane of resting) forget(lane);
      await clerk.release(resting);
      const busy = all.filter((lane) => !isIdle(lane));
      const ours = await clerk.renew(busy);
      for (const lane of busy) if (!ours.has(keyOf(endpointOf(lane))) && !lane.taking) forget(lane);
    },
    idle: () => untilIdle(lanesOf),
    attemptsMade: () => made,
    close: async () => {
      closed = true;
      const all = lanesOf();
      for (const lane of all) {
        clearTimeout(lane.timer);
        emptyQueue(lane);
      }
      await untilIdle(() => all);
      await clerk.release(all);
    },
  };
}

function accept({ config, encryptionKeys }: Context, lane: Lane, rows: readonly Taken[]): void {
  const [first] = rows as [Taken];
  lane.target = {
    url: first.url ?? defaultUrl(config),
    ...openSecrets(encryptionKeys, lane.companyId, first),
  };
  lane.isOwn = first.url === null;
  lane.failingSince = first.failing_since ?? undefined;
  lane.more ||= first.more;
  for (const row of rows) if (row.delivery_id !== null) queueJob(lane, jobOf(row, row.delivery_id));
}

const jobOf = (row: Taken, deliveryId: number): Job => ({
  deliveryId,
  eventId: eventIdOf(row.company_id, row.event_sequence),
  step: row.step,
  attemptCount: row.attempt_count,
  waitingSince: row.waiting_since,
  body: row.body,
});

const outcomeOf = ({ status, failure, statusCode }: Attempt) =>
  status === "succeeded" ? status : (failure ?? `http_${Math.floor(statusCode! / 100)}xx`);
