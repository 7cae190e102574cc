import type { Context } from "../../../../context.ts";
import { gatewayChoices } from "../../../../contract/access.ts";
import { coalesce } from "../../../../platform/db/batcher.ts";
import { retryDeadlocks } from "../../../../platform/db/database.ts";
import { defaultUrl, openSecrets } from "../../endpoints/service.ts";
import { eventIdOf } from "../../events/service.ts";
import type { DeliveryJob } from "./attempt.ts";
import {
  type AttemptResult,
  type RecordedRow,
  recordOutcomes,
  releaseLeases,
  renewLeases,
  type TakenRow,
  takeWork,
} from "./delivery-queries.ts";
import { type EndpointQueue, endpointOf, keyOf, queuedJobsMax } from "./endpoint-queue.ts";
import type { TakenWork } from "./scheduler.ts";

/** One worker's access to the database: what many queues ask for at the same time goes into one statement. */
export type DeliveryStore = {
  /** Leases an endpoint and begins the attempts that are next for it; undefined when it is not ours to serve. */
  take(queue: EndpointQueue): Promise<TakenWork | undefined>;
  record(result: AttemptResult): Promise<Recorded>;
  /** Returns which of them are still ours. */
  renew(queues: readonly EndpointQueue[]): Promise<Set<string>>;
  release(queues: readonly EndpointQueue[]): Promise<void>;
};

export type Recorded = Pick<RecordedRow, "counted" | "reconnects" | "failing_since">;

const unremarkable: Recorded = { counted: true, reconnects: false, failing_since: null };

const batch = { itemsMax: 200, batchesMax: 2 };

export function createDeliveryStore(context: Context, worker: string, leaseMs: number): DeliveryStore {
  const { background, clock, config, metrics } = context;
  const defaultUrls = {
    "": defaultUrl(config, null),
    ...Object.fromEntries(gatewayChoices.map((gateway) => [gateway, defaultUrl(config, gateway)])),
  };
  const take = coalesce<EndpointQueue, TakenWork | undefined>({
    ...batch,
    run: async (queues) => {
      const requests = queues.map((queue) => ({
        ...endpointOf(queue),
        want: queuedJobsMax,
        held: queue.held.size + queue.dropped,
        anew: queue.needsNewLease,
      }));
      const lease = { worker, now: clock.now(), ms: leaseMs };
      const rows = await retryDeadlocks(() => takeWork(background, lease, requests, defaultUrls));
      const rowsOf = Map.groupBy(rows, keyOf);
      return requests.map((request) => {
        const own = rowsOf.get(keyOf(request));
        return own && workOf(context, own, request.anew);
      });
    },
    onBatch: (size) => metrics.batches.observe({ work: "take_deliveries" }, size),
  });
  const record = coalesce<AttemptResult, Recorded>({
    ...batch,
    run: async (results) => {
      const rows = await retryDeadlocks(() => recordOutcomes(background, worker, clock.now(), results));
      const rowOf = new Map(
        rows.map((row) => [attemptKey(row.company_id, row.delivery_id, row.number), row]),
      );
      return results.map(
        ({ company_id, job }) =>
          rowOf.get(attemptKey(company_id, job.deliveryId, job.number)) ?? unremarkable,
      );
    },
    onBatch: (size) => metrics.batches.observe({ work: "record_attempts" }, size),
  });
  return {
    take,
    record,
    renew: async (queues) => {
      const ours = await retryDeadlocks(() =>
        renewLeases(background, worker, queues.map(endpointOf), leaseMs),
      );
      return new Set(ours.map(keyOf));
    },
    release: (queues) => retryDeadlocks(() => releaseLeases(background, worker, queues.map(endpointOf))),
  };
}

const attemptKey = (companyId: number, deliveryId: number, number: number) =>
  `${companyId}:${deliveryId}:${number}`;

/** The endpoint's settings come with its work, so that they are never older than that. */
function workOf(
  { config, encryptionKeys }: Context,
  rows: readonly TakenRow[],
  hasNewLease: boolean,
): TakenWork {
  const [first] = rows as [TakenRow];
  return {
    target: {
      url: first.url ?? defaultUrl(config, first.gateway),
      ...openSecrets(encryptionKeys, first.company_id, first),
    },
    isOwnReceiver: first.url === null,
    failingSince: first.failing_since ?? undefined,
    more: first.more,
    hasNewLease,
    jobs: rows.flatMap((row) => (row.delivery_id === null ? [] : [jobOf(row, row.delivery_id)])),
  };
}

const jobOf = (row: TakenRow, deliveryId: number): DeliveryJob => ({
  deliveryId,
  eventId: eventIdOf(row.body),
  sequence: row.event_sequence,
  step: row.step,
  number: row.attempt_number,
  cause: row.attempt_cause,
  leaseNumber: row.lease_number,
  waitingSince: row.waiting_since,
  body: row.body,
});
