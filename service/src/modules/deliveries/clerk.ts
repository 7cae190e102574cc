import type { Context } from "../../context.ts";
import { coalesce } from "../../foundation/coalesce.ts";
import {
  type EndpointKey,
  type Result,
  recordAttempts,
  releaseLeases,
  renewLeases,
  type Taken,
  takeWork,
} from "./books.ts";
import { endpointOf, keyOf, type Lane, laneJobsMax } from "./lane.ts";

/** Keeps one worker's books. What many lanes ask at once is one statement. */
export type Clerk = {
  /** The next work of a lane's endpoint, which is leased by it; nothing when it is not ours to serve. */
  take(lane: Lane): Promise<Taken[]>;
  record(result: Result): Promise<void>;
  /** Tells which of them are still ours. */
  renew(lanes: readonly Lane[]): Promise<Set<string>>;
  release(lanes: readonly Lane[]): Promise<void>;
};

const batch = { itemsMax: 200, batchesMax: 2 };

export function createClerk({ background, clock, metrics }: Context, worker: string, leaseMs: number): Clerk {
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs);
  const take = coalesce<Lane, Taken[]>({
    ...batch,
    run: async (lanes) => {
      const lease = { worker, now: clock.now(), until: leaseEnd() };
      const wishes = lanes.map((lane) => ({
        ...endpointOf(lane),
        want: laneJobsMax,
        held: lane.held.size,
      }));
      const byLane = Map.groupBy(await takeWork(background, lease, wishes), keyOf);
      return lanes.map((lane) => byLane.get(keyOf(endpointOf(lane))) ?? []);
    },
    onBatch: (size) => metrics.batches.observe({ work: "take_deliveries" }, size),
  });
  const record = coalesce<Result, void>({
    ...batch,
    run: async (results) => {
      await recordAttempts(background, clock.now(), results);
      return results.map(() => undefined);
    },
    onBatch: (size) => metrics.batches.observe({ work: "record_attempts" }, size),
  });
  return {
    take,
    record,
    renew: async (lanes) => {
      if (lanes.length === 0) return new Set();
      const ours: EndpointKey[] = await renewLeases(background, worker, lanes.map(endpointOf), leaseEnd());
      return new Set(ours.map(keyOf));
    },
    release: async (lanes) => {
      if (lanes.length > 0) await releaseLeases(background, worker, lanes.map(endpointOf));
    },
  };
}
