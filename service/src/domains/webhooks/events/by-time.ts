import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { lastSequenceSql } from "../../tenancy/companies/service.ts";

const sequenceAt = statement(
  "event_sequence_at",
  `with recursive search(low, high) as (
     select 0::int8, n.sequence + 1 from (${lastSequenceSql}) n
     union all
     select case when e.created_at < $2 then s.middle else s.low end,
       case when e.created_at < $2 then s.high else s.middle end
     from (select low, high, (low + high) / 2 as middle from search where high - low > 1) s
     left join events e on e.company_id = $1 and e.sequence = s.middle
   )
   select min(high) as sequence from search`,
);

/**
 * The first event at or after a moment, by bisection, because no index has the time. Events are numbered as they commit,
 * so their times can be some seconds out of order, and so can the result.
 */
export async function findSequenceAt(db: Queryable, companyId: number, moment: Date): Promise<number> {
  const [row] = await db.query<{ sequence: number }>(sequenceAt, [companyId, moment]);
  return row!.sequence;
}

const lastTime = statement(
  "event_last_time",
  "select created_at from events where company_id = $1 order by sequence desc limit 1",
);

/** When the company's last event was emitted. */
export async function findLastEventTime(db: Queryable, companyId: number): Promise<Date | undefined> {
  const [row] = await db.query<Pick<Tables["events"], "created_at">>(lastTime, [companyId]);
  return row?.created_at;
}

export type EventOfRequest = Pick<Tables["events"], "type" | "created_at"> & {
  id: string | null;
  reference: string | null;
};

// The request id comes before the record, in the first few hundred characters of the body.
const ofRequest = statement(
  "event_of_request",
  `select r.type, r.created_at, r.object ->> 'id' as id, r.object ->> 'reference' as reference from (
     select e.type, e.created_at, e.sequence, e.body::json -> 'data' -> 'object' as object from events e
     where e.company_id = $1 and e.sequence >= $2 and e.sequence < $3 and strpos(left(e.body, 700), $4) > 0
     order by e.sequence limit $5
   ) r order by r.sequence`,
);

/** What a request did, among the events from one sequence number up to another. */
export function findEventsOfRequest(
  db: Queryable,
  companyId: number,
  requestId: string,
  { from, to, max }: { from: number; to: number; max: number },
): Promise<EventOfRequest[]> {
  const marker = `,"request_id":"${requestId}","data":`;
  return db.query<EventOfRequest>(ofRequest, [companyId, from, to, marker, max]);
}

const findFirst = statement(
  "event_find_first",
  `select v.sequence, encode(v.body_hash, 'hex') as body_hash, encode(v.hash, 'hex') as hash, v.created_at
   from (
     select e.* from events e
     where e.company_id = $1 and e.type = $6 and e.sequence >= $4 order by e.sequence limit $5
   ) v
   where v.created_at = $3 and position('"object":{"id":' || $2::bigint || ',' in left(v.body, 700)) > 0
   order by v.sequence limit 1`,
);

export type PlaceInChain = Pick<Tables["events"], "sequence" | "created_at"> & {
  body_hash: string | null;
  hash: string | null;
};

// How far events can be out of the order of time, and how many are looked at: anybody asks for this, without a key.
const outOfOrderMs = 60_000;
const eventsMax = 2000;

/**
 * The event of this type that a record had at a moment, such as that of an invoice's issue; undefined where it is not found
 * among those of about that moment.
 */
export async function findEventAt(
  db: Queryable,
  companyId: number,
  type: "invoice.issued" | "payment.recorded",
  { id, at }: { id: number; at: Date },
): Promise<PlaceInChain | undefined> {
  const from = await findSequenceAt(db, companyId, new Date(at.getTime() - outOfOrderMs));
  const [row] = await db.query<PlaceInChain>(findFirst, [companyId, id, at, from, eventsMax, type]);
  return row;
}
