import type { Change } from "../../../context.ts";
import type { EventType } from "../../../contract/event-types.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { auditMoney } from "../../tenancy/audit/service.ts";
import { deferEvent, deferEvents, insertEvent } from "./queries.ts";

export { type EventType, eventTypes } from "../../../contract/event-types.ts";
/**
 * Events record what happened, in commit order and without gaps per company. They are written in the transaction of
 * the change itself: a change that is rolled back has no event, and one that is committed cannot lose it. The stored
 * text is what will be signed and delivered, byte for byte.
 */
export { readNewestEvents } from "./activity.ts";
export {
  findEventAt,
  findEventsOfRequest,
  findLastEventTime,
  findSequenceAt,
  type PlaceInChain,
} from "./by-time.ts";
export { createRedaction, findEventsOfCustomer, isRedactedSql, redactedDigest } from "./erasure.ts";
export { eventIdOf, sequenceOf } from "./event-id.ts";
export { feedPositionAhead } from "./feed.ts";
export {
  type ChainCounters,
  countEventsSince,
  eventExists,
  eventIdSql,
  eventRowTypes,
  findChainCounters,
  findChainEnd,
  findChainedEvents,
  findEvent,
  findEventBodies,
  findEventBySequence,
  findLastSequence,
  findStoredEvents,
  insertEventsSql,
  newestEventsSql,
  newSalts,
  type StoredEvent,
  sameEventsSql,
} from "./queries.ts";
export {
  mayReadRecord,
  type Reader,
  readsEveryRecord,
  recordScopeOf,
  requireReadable,
  shownTo,
} from "./visibility.ts";

/** The channel on which companies with new events are announced to the workers that deliver them and the requests that wait for them. */
export const eventsChannel = "billfold_events";

/** Stored together with the commit, because the company's counter is locked from the insert until then. */
export async function emit(change: Change, type: EventType, object: Json, previous?: Json): Promise<void> {
  const { tx, company } = change;
  auditMoney(change, type, object);
  deferEvent(tx, company.id, eventOf(change, type, object, previous));
  tx.notify(eventsChannel, company.id);
}

/** What the service itself did to records of any companies, in one statement; events are numbered in this order. */
export function emitMany(
  tx: Transaction,
  now: Date,
  type: EventType,
  records: readonly { companyId: number; object: Json }[],
): void {
  if (records.length === 0) return;
  const actor = { type: "system", id: null } as const;
  const events = records.map(({ companyId, object }) => {
    auditMoney({ tx, now, actor, company: { id: companyId } }, type, object);
    return { companyId, type, tail: eventTail({ now, companyId, actor, requestId: null }, object) };
  });
  deferEvents(tx, now, events);
  for (const companyId of new Set(records.map((record) => record.companyId)))
    tx.notify(eventsChannel, companyId);
}

/** What one request did to many records, in one statement; events are numbered in this order. */
export function emitBatch(
  change: Change,
  events: readonly { type: EventType; object: Json; previous?: Json | undefined }[],
): void {
  if (events.length === 0) return;
  const { tx, company, now } = change;
  const rows = events.map(({ type, object, previous }) => {
    auditMoney(change, type, object);
    return { companyId: company.id, ...eventOf(change, type, object, previous) };
  });
  deferEvents(tx, now, rows);
  tx.notify(eventsChannel, company.id);
}

/** For callers that need its number at once: the counter is locked from here to the commit. */
export async function emitNow(change: Change, type: EventType, object: Json): Promise<number> {
  const { tx, company } = change;
  auditMoney(change, type, object);
  tx.notify(eventsChannel, company.id);
  return insertEvent(tx, company.id, eventOf(change, type, object));
}

function eventOf(change: Change, type: EventType, object: Json, previous?: Json) {
  const { company, now, actor, requestId } = change;
  return { type, now, tail: eventTail({ now, companyId: company.id, actor, requestId }, object, previous) };
}

type EventOrigin = { now: Date; companyId: number; actor: Change["actor"]; requestId: string | null };

/** What follows the sequence number in an event's body; id, type and sequence are put before it in SQL. */
export function eventTail(origin: EventOrigin, object: Json, previous?: Json): string {
  return `${eventTailStart(origin)}${object}${previous === undefined ? "" : `,"previous":${previous}`}}}`;
}

/** The part up to the object, for a batch whose objects are made by the database. */
export function eventTailStart({ now, companyId, actor, requestId }: EventOrigin): string {
  return (
    `,"created_at":"${isoText(now)}","api_version":"v1","company_id":${companyId}` +
    `,"actor":{"type":"${actor.type}","id":${quoted(actor.id)}},"request_id":${quoted(requestId)},"data":{"object":`
  );
}

/** Our ids contain nothing that JSON would have to escape. */
const quoted = (id: string | null) => (id === null ? "null" : `"${id}"`);
