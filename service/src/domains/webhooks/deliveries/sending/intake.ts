import type { Context } from "../../../../context.ts";
import { defaultUrl, openSecrets } from "../../endpoints/service.ts";
import { eventIdOf } from "../../events/service.ts";
import type { Job } from "./attempt.ts";
import type { Taken } from "./delivery-queries.ts";
import { type Lane, queueJob } from "./endpoint-queue.ts";

/** Queues the work that was taken for a lane, and updates the endpoint's settings, which come with it. */
export function takeIn({ config, encryptionKeys }: Context, lane: Lane, rows: readonly Taken[]): void {
  const [first] = rows as [Taken];
  lane.target = {
    url: first.url ?? defaultUrl(config, first.gateway),
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
  sequence: row.event_sequence,
  step: row.step,
  attemptCount: row.attempt_count,
  waitingSince: row.waiting_since,
  body: row.body,
});
