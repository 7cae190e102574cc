import { type Change, type Context, realTimeOf } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { invalid, notFound } from "../../../contract/errors.ts";
import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { createdRange, momentOf } from "../../../platform/values/date-times.ts";
import { audit } from "../../tenancy/audit/service.ts";
import { endpointsChannel, findEnabledFilters, findTarget, hastenDisabling } from "../endpoints/service.ts";
import {
  emitNow,
  eventExists,
  findEventBySequence,
  mayReadRecord,
  type Reader,
  readsEveryRecord,
  requireReadable,
  sequenceOf,
} from "../events/service.ts";
import {
  deleteFinishedBefore,
  deliveryListing,
  findDelivery,
  findFailedTypes,
  hastenDeliveries,
  insertDelivery,
  makeDue,
  makeFailedDue,
  measureQueue,
  replayEventsSince,
} from "./queries.ts";
import type { DeliveryQuery, ReplayRequest, TestRequest } from "./schema.ts";

export { eraseAnswers } from "./erasure.ts";
export { countDueDeliveries, countFailedDeliveries, deliveryExists, findFailedDays } from "./queries.ts";

/**
 * A delivery is one event for one endpoint. It is `pending` until an attempt succeeds, or the last one of the
 * schedule fails; a replay makes it pending again. The worker makes deliveries and attempts (sending/); here is
 * what a company asks about them.
 */
export const replayMax = 10_000;
const dayMs = 24 * 60 * 60 * 1000;
const purgeMax = 5000;

/** Retries come earlier by so much, and endpoints have failed for longer, because the company's clock was moved. */
export async function hastenRetries(tx: Transaction, companyId: number, byMs: number): Promise<void> {
  await hastenDeliveries(tx, companyId, byMs);
  await hastenDisabling(tx, companyId, byMs);
  tx.notify(endpointsChannel, companyId);
}

export async function listDeliveries(
  db: Queryable,
  company: Company,
  today: string,
  query: DeliveryQuery,
): Promise<Page> {
  const { status, endpoint_id, event_id } = query;
  return readPage(db, deliveryListing, company.id, today, query, {
    succeeded: status === "succeeded" ? status : undefined,
    unfinished: status === "succeeded" ? undefined : status,
    endpoint_id,
    event_sequence: event_id === undefined ? undefined : await sequenceNamed(db, company.id, event_id),
    ...createdRange(company.timeZone, query),
  });
}

/** An id that names no event of this company matches nothing, like any other unknown id. */
async function sequenceNamed(db: Queryable, companyId: number, eventId: string): Promise<number> {
  const sequence = sequenceOf(eventId, companyId);
  if (sequence === undefined) return 0;
  return (await eventExists(db, companyId, sequence, eventId)) ? sequence : 0;
}

export async function getDelivery(
  db: Queryable,
  companyId: number,
  reader: Reader,
  id: number,
): Promise<Json> {
  const delivery = await findDelivery(db, companyId, id);
  if (delivery === undefined) throw notFound("The delivery");
  return mayReadRecord(reader, typeOf(delivery)) ? delivery : withoutAnswers(delivery);
}

const typeOf = (delivery: Json) => (JSON.parse(delivery) as { event_type: string }).event_type;

/** An endpoint may answer with what it was sent, so its answers are shown to who may read the event's record. */
function withoutAnswers(delivery: Json): Json {
  const { attempts, ...rest } = JSON.parse(delivery) as { attempts: { answer: string | null }[] };
  const shown = attempts.map(({ answer, ...attempt }) =>
    answer === null ? { ...attempt, answer } : { ...attempt, answer: null, answer_withheld: true },
  );
  return JSON.stringify({ ...rest, attempts: shown });
}

/** Sends an event to one endpoint only, regardless of its filter. */
export async function sendTest(
  change: Change,
  config: Context["config"],
  tester: Reader,
  { endpoint_id }: TestRequest,
): Promise<{ event: Json; delivery: Json }> {
  const { tx, company } = change;
  const { id, endpoint } = await findTarget(change, config, endpoint_id ?? undefined);
  const type = "webhook.test";
  const sequence = await emitNow(change, type, endpoint);
  const deliveryId = await insertDelivery(tx, company.id, realTimeOf(change), {
    endpointId: id,
    sequence,
    type,
  });
  tx.notify(endpointsChannel, company.id);
  return {
    event: (await findEventBySequence(tx, company.id, sequence))!,
    delivery: await getDelivery(tx, company.id, tester, deliveryId),
  };
}

export async function replayDelivery(
  change: Change,
  config: Context["config"],
  replayer: Reader,
  id: number,
): Promise<Json> {
  const { tx, company } = change;
  const found = await findDelivery(tx, company.id, id);
  if (found === undefined) throw notFound("The delivery");
  requireReadable(replayer, [typeOf(found)], action);
  const { event_id, endpoint_id } = JSON.parse(found) as { event_id: string; endpoint_id: number };
  await findTarget(change, config, endpoint_id);
  await makeDue(tx, company.id, realTimeOf(change), id);
  audit(change, company.id, "delivery.replayed", `delivery/${id}`, { event_id, endpoint_id });
  tx.notify(endpointsChannel, company.id);
  return getDelivery(tx, company.id, replayer, id);
}

const action = "replay them";

/** Failed deliveries are replayed as they are; since a moment, whatever the endpoints are subscribed to. */
async function requireReplayable(
  tx: Queryable,
  replayer: Reader,
  companyId: number,
  endpointId: number | null,
  isSince: boolean,
): Promise<void> {
  if (readsEveryRecord(replayer)) return;
  if (!isSince) return requireReadable(replayer, await findFailedTypes(tx, companyId, endpointId), action);
  for (const types of await findEnabledFilters(tx, companyId, endpointId)) {
    requireReadable(replayer, types, action);
  }
}

export async function replayMany(
  change: Change,
  config: Context["config"],
  replayer: Reader,
  request: ReplayRequest,
): Promise<{ endpoint_ids: number[]; count: number; has_more: boolean }> {
  const { tx, company } = change;
  const { since, failed, endpoint_id } = request;
  if ((since == null) === (failed !== true)) {
    throw invalid([
      { field: "since", message: "is required unless failed is true; give one of them, not both" },
    ]);
  }
  if (endpoint_id != null) await findTarget(change, config, endpoint_id);
  const endpointId = endpoint_id ?? null;
  await requireReplayable(tx, replayer, company.id, endpointId, since != null);
  const replayed =
    since == null
      ? (await makeFailedDue(tx, company.id, realTimeOf(change), endpointId, replayMax)).map((row) => ({
          ...row,
          count: 1,
        }))
      : await replayEventsSince(tx, company.id, momentOf(company.timeZone, since), endpointId);
  tx.notify(endpointsChannel, company.id);
  const replay = {
    endpoint_ids: [...new Set(replayed.map((row) => row.endpoint_id))].sort((a, b) => a - b),
    count: replayed.reduce((total, row) => total + row.count, 0),
    has_more: since == null && replayed.length === replayMax,
  };
  const { endpoint_ids, count } = replay;
  const subject =
    endpointId === null ? (`company/${company.id}` as const) : (`webhook/${endpointId}` as const);
  audit(change, company.id, "deliveries.replayed", subject, { since, failed, endpoint_ids, count });
  return replay;
}

/** Deliveries that ended, and inbox entries that came, before this moment are deleted. */
export const retentionStart = ({ deliveryRetentionDays }: Context["config"], now: Date): Date =>
  new Date(now.getTime() - deliveryRetentionDays * dayMs);

/** The history of old deliveries is of no interest; the event itself stays, and can still be replayed. */
export function purgeDeliveries({ background, clock, config }: Context): Promise<number> {
  const before = retentionStart(config, clock.now());
  return inBatches(purgeMax, (limit) => deleteFinishedBefore(background, before, limit));
}

/** Called when the metrics are scraped. */
export async function observeQueue({ background, clock, metrics }: Context): Promise<void> {
  const found = await measureQueue(background, clock.now());
  metrics.deliveryQueue.set({ state: "pending" }, found.pending);
  metrics.deliveryQueue.set({ state: "behind" }, found.behind);
  metrics.deliveryOldestDue.set(found.oldest_due_seconds);
  for (const state of ["healthy", "failing", "disabled"] as const) {
    metrics.endpoints.set({ state }, found[state]);
  }
}
