import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { defaultUrl, openSecrets } from "../endpoints/service.ts";
import { eventIdOf } from "../events/service.ts";
import { type Attempt, attemptDelivery, type Job } from "./attempt.ts";
import type { EndpointKey, Taken } from "./books.ts";
import { createClerk } from "./clerk.ts";
import {
  createLane,
  emptyQueue,
  endpointOf,
  finishJob,
  finishTaking,
  isIdle,
  keyOf,
  type Lane,
  queueJob,
  startJob,
  startsIn,
  wantsMore,
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

/** A row that somebody else has locked for a moment is not handed out; that is not to say that it is not ours. */
const takeTriesMax = 3;
const takeAgainMs = 50;

export function createDispatcher(
  context: Context,
  worker: string,
  bounds: Bounds,
  onAttempt: (lane: Lane, attempt: Attempt) => Promise<void>,
): Dispatcher {
  const { clock, log, metrics } = context;
  const clerk = createClerk(context, worker, bounds.leaseMs);
  const room = createRoom(bounds);
  const load = watchLoad();
  const lanes = new Map<string, Lane>();
  const starved = new Set<Lane>();
  let made = 0;
  let closed = false;
  let waiting: (() => void)[] = [];

  const fill = async (lane: Lane): Promise<void> => {
    lane.taking = true;
    lane.more = false;
    try {
      const rows = await takePatiently(lane);
      if (rows.length === 0 || closed) retire(lane);
      else accept(context, lane, rows);
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
    starved.delete(lane);
    clearTimeout(lane.timer);
    emptyQueue(lane);
    if (isIdle(lane)) lanes.delete(keyOf(endpointOf(lane)));
  };

  /** Sends what may be sent now, and asks for more before the lane runs dry. */
  const pump = (lane: Lane): void => {
    if (closed) return;
    clearTimeout(lane.timer);
    const nextIn = () => startsIn(lane, clock.now(), load.isHigh());
    for (let wait = nextIn(); wait !== undefined; wait = nextIn()) {
      if (wait > 0) {
        lane.timer = setTimeout(pump, Math.ceil(wait), lane);
        break;
      }
      if (!room.hasFor(lane)) {
        starved.add(lane);
        break;
      }
      void attempt(lane, lane.queue.shift()!);
    }
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
      finishJob(lane, job);
      moved(lane);
    }
  };

  const feedStarved = () => {
    for (const lane of starved) {
      if (room.isFull()) return;
      if (!room.hasFor(lane)) continue;
      starved.delete(lane);
      pump(lane);
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

  /** Given back first and forgotten after: whoever asks for the endpoint meanwhile waits as for any answer. */
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
      // Those that work come first: when there is not room for all, the others wait.
      for (const endpoint of endpoints.toSorted((a, b) => Number(a.failing) - Number(b.failing))) {
        const known = lanes.get(keyOf(endpoint));
        const most = endpoint.failing ? bounds.lanesMax / 2 : bounds.lanesMax;
        if (closed || (!known && lanes.size >= most)) return;
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
