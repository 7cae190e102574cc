import type { Context } from "../../../../context.ts";
import { defaultUrl, openSecrets } from "../../endpoints/service.ts";
import { eventIdOf } from "../../events/service.ts";
import type { DeliveryJob } from "./attempt.ts";
import type { TakenDelivery } from "./delivery-queries.ts";
import { type EndpointQueue, queueJob } from "./endpoint-queue.ts";

/** Queues the work that was taken for a lane, and updates the endpoint's settings, which come with it. */
export function enqueueDeliveries(
  { config, encryptionKeys }: Context,
  queue: EndpointQueue,
  rows: readonly TakenDelivery[],
): void {
  const [first] = rows as [TakenDelivery];
  queue.target = {
    url: first.url ?? defaultUrl(config, first.gateway),
    ...openSecrets(encryptionKeys, queue.companyId, first),
  };
  queue.isOwn = first.url === null;
  queue.failingSince = first.failing_since ?? undefined;
  queue.more ||= first.more;
  for (const row of rows) if (row.delivery_id !== null) queueJob(queue, jobOf(row, row.delivery_id));
}

const jobOf = (row: TakenDelivery, deliveryId: number): DeliveryJob => ({
  deliveryId,
  eventId: eventIdOf(row.company_id, row.event_sequence),
  sequence: row.event_sequence,
  step: row.step,
  attemptCount: row.attempt_count,
  waitingSince: row.waiting_since,
  body: row.body,
});
