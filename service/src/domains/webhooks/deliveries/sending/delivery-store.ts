import type { Context } from "../../../../context.ts";
import { coalesce } from "../../../../platform/db/batcher.ts";
import { retryDeadlocks } from "../../../../platform/db/database.ts";
import {
  type AttemptResult,
  recordAttempts,
  releaseLeases,
  renewLeases,
  type TakenDelivery,
  takeWork,
} from "./delivery-queries.ts";
import { type EndpointQueue, endpointOf, keyOf, queuedJobsMax } from "./endpoint-queue.ts";

/** Does one worker's bookkeeping: what many lanes ask for at the same time goes into one statement. */
export type DeliveryStore = {
  /** Leases a lane's endpoint and returns its next work; nothing when it is not ours to serve. */
  take(queue: EndpointQueue): Promise<TakenDelivery[]>;
  /** Returns since when the endpoint has had nothing but failures. */
  record(result: AttemptResult): Promise<Date | null>;
  /** Returns which of them are still ours. */
  renew(queues: readonly EndpointQueue[]): Promise<Set<string>>;
  release(queues: readonly EndpointQueue[]): Promise<void>;
};

const batch = { itemsMax: 200, batchesMax: 2 };

export function createDeliveryStore(
  { background, clock, metrics }: Context,
  worker: string,
  leaseMs: number,
): DeliveryStore {
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs);
  const take = coalesce<EndpointQueue, TakenDelivery[]>({
    ...batch,
    run: async (queues) => {
      const lease = { worker, now: clock.now(), until: leaseEnd() };
      const requests = queues.map((queue) => ({
        ...endpointOf(queue),
        want: queuedJobsMax,
        held: queue.held.size + queue.dropped,
      }));
      const taken = await retryDeadlocks(() => takeWork(background, lease, requests));
      const byEndpoint = Map.groupBy(taken, keyOf);
      return queues.map((queue) => byEndpoint.get(keyOf(endpointOf(queue))) ?? []);
    },
    onBatch: (size) => metrics.batches.observe({ work: "take_deliveries" }, size),
  });
  const record = coalesce<AttemptResult, Date | null>({
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
    renew: async (queues) => {
      if (queues.length === 0) return new Set();
      const ours = await retryDeadlocks(() =>
        renewLeases(background, worker, queues.map(endpointOf), leaseEnd()),
      );
      return new Set(ours.map(keyOf));
    },
    release: async (queues) => {
      if (queues.length === 0) return;
      await retryDeadlocks(() => releaseLeases(background, worker, queues.map(endpointOf)));
    },
  };
}
