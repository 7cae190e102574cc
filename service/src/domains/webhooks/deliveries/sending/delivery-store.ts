import type { Context } from "../../../../context.ts";
import { coalesce } from "../../../../platform/db/batcher.ts";
import { retryDeadlocks } from "../../../../platform/db/database.ts";
import {
  type Result,
  recordAttempts,
  releaseLeases,
  renewLeases,
  type Taken,
  takeWork,
} from "./delivery-queries.ts";
import { endpointOf, keyOf, type Lane, laneJobsMax } from "./endpoint-queue.ts";

/** Does one worker's bookkeeping: what many lanes ask for at the same time goes into one statement. */
export type Clerk = {
  /** Leases a lane's endpoint and returns its next work; nothing when it is not ours to serve. */
  take(lane: Lane): Promise<Taken[]>;
  /** Returns since when the endpoint has had nothing but failures. */
  record(result: Result): Promise<Date | null>;
  /** Returns which of them are still ours. */
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
        held: lane.held.size + lane.dropped,
      }));
      const taken = await retryDeadlocks(() => takeWork(background, lease, wishes));
      const byLane = Map.groupBy(taken, keyOf);
      return lanes.map((lane) => byLane.get(keyOf(endpointOf(lane))) ?? []);
    },
    onBatch: (size) => metrics.batches.observe({ work: "take_deliveries" }, size),
  });
  const record = coalesce<Result, Date | null>({
    ...batch,
    run: async (results) => {
      const failing = await retryDeadlocks(() => recordAttempts(background, clock.now(), results));
      const since = new Map(failing.map((row) => [keyOf(row), row.failing_since]));
      return results.map((result) => since.get(keyOf(result)) ?? null);
    },
    onBatch: (size) => metrics.batches.observe({ work: "record_attempts" }, size),
  });
  return {
    take,
    record,
    renew: async (lanes) => {
      if (lanes.length === 0) return new Set();
      const ours = await retryDeadlocks(() =>
        renewLeases(background, worker, lanes.map(endpointOf), leaseEnd()),
      );
      return new Set(ours.map(keyOf));
    },
    release: async (lanes) => {
      if (lanes.length === 0) return;
      await retryDeadlocks(() => releaseLeases(background, worker, lanes.map(endpointOf)));
    },
  };
}
