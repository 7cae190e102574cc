import type { EventType } from "../../../contract/event-types.ts";
import { type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { fittingSql, pageLimitMax } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { randomHex } from "../../../platform/security/ids.ts";
import { fromCountersSql } from "../../tenancy/companies/fragments.ts";
import {
  chainEndOfSql,
  countEventsSql,
  countersOfSql,
  lastSequenceSql,
  lockSequencesSql,
} from "../../tenancy/companies/service.ts";
import { sequenceOf } from "./event-id.ts";

/**
 * The start of the body, built in SQL because only the database knows the sequence. An id finds its row by company and
 * sequence, the primary key. A database that was restored or failed over may give a sequence number again; the random
 * part keeps it from giving the same id again.
 */
const eventHeadSql = (company: string, sequence: string, type: string) =>
  `'{"id":"evt_' || ${company} || '_' || ${sequence} || '_' || ${randomPartSql}
     || '","type":"' || ${type} || '","sequence":' || ${sequence}`;

// The last 12 digits of a version 4 UUID: 48 random bits.
const randomPartSql = "right(gen_random_uuid()::text, 12)";

/**
 * The event's id. It is stored in the body alone, because events from before ids had a random part keep the ids that they
 * were delivered with.
 */
const storedIdSql = (event: string) => `split_part(left(${event}.body, 64), '"', 4)`;

/** The id of the event with this company and sequence, as a scalar subquery. */
export const eventIdSql = (company: string, sequence: string) =>
  fragment(`(select ${storedIdSql("v")} from events v
     where v.company_id = ${company} and v.sequence = ${sequence})`);

/**
 * What a row of a batch must have for its events: the text between the sequence number and the object, and a salt for each
 * event, one after the other.
 */
export const eventRowTypes = { event_tail: "text", event_salts: "text" } as const;

/** Random and secret, so that nobody finds out what a body says by trying bodies until one has its hash. */
const saltBytes = 16;
export const newSalts = (count: number): string => randomHex(saltBytes * count);

const saltSql = (salts: string, place: number) =>
  `decode(substr(${salts}, ${place * saltBytes * 2 + 1}, ${saltBytes * 2}), 'hex')`;

type EventRows = {
  type: EventType;
  /** A table expression with `company_id`, `now`, `event_tail` and `event_salts`, and perhaps a condition. */
  from: string;
  /** SQL for the event's number and for the JSON of its object. */
  sequence: string;
  object: string;
};

/** Stores the events of a batch that has counted them. */
export const insertEventsSql = (batch: readonly EventRows[], counters: string, { isSingle = false } = {}) =>
  fragment(
    storeSql(
      batch.map(eventSelectSql).join("\n       union all "),
      counters,
      isSingle ? nextHashSql : chainedHashSql,
    ),
  );

const eventSelectSql = ({ type, from, sequence, object }: EventRows, place: number) =>
  `select company_id, ${sequence} as sequence, '${type}' as type, now as created_at,
         ${eventHeadSql("company_id", sequence, `'${type}'`)} || event_tail || ${object} || '}}' as body,
         ${saltSql("event_salts", place)} as salt from ${from}`;

const chainedHashSql =
  "chained_hash(v.chain_hash, v.sequence, v.body_hash) over (partition by v.company_id order by v.sequence)";
/** The same for an event that is alone. */
const nextHashSql = "sha256(v.chain_hash || int8send(v.sequence) || v.body_hash)";

/**
 * Stores events with their places in the chain. While older events of the company have none, neither have these, and the
 * background work gives it to them all in order. The counters are locked, so nobody else appends to the chain. `offset 0`
 * keeps the planner from hashing the body again for each use of its hash.
 */
const storeSql = (events: string, counters: string, hashSql = chainedHashSql) =>
  `insert into events (company_id, sequence, type, created_at, body, salt, body_hash, hash)
     select v.company_id, v.sequence, v.type, v.created_at, v.body, v.salt, v.body_hash,
       ${hashSql}
     from (
       select v.company_id, v.sequence, v.type, v.created_at, v.body, n.chain_hash,
         case when n.chained_sequence = n.event_sequence then v.salt end as salt,
         case when n.chained_sequence = n.event_sequence then ${bodyHashSql("v.salt", "v.body")} end as body_hash
       from (${events}) v left join ${counters} n on n.company_id = v.company_id offset 0
     ) v
     returning company_id, sequence, hash`;

export const bodyHashSql = (salt: string, body: string) => `sha256(${salt} || convert_to(${body}, 'UTF8'))`;

/** Those of the rows `x` (`company_id`, `sequence`, `body_hash`) whose hash is that of the event's stored bytes. */
export const sameEventsSql = (rows: string) =>
  fragment(`select x.* from ${rows} join events v on v.company_id = x.company_id and v.sequence = x.sequence
     where sha256(convert_to(v.body, 'UTF8')) = x.body_hash`);

const insertMany = statement(
  "event_insert_many",
  `with input as materialized (
     select x.company_id, x.type, x.tail, x.salt, row_number() over (partition by x.company_id order by x.place) as number
     from unnest($1::int8[], $2::text[], $4::text[], $5::text[]) with ordinality x(company_id, type, tail, salt, place)
   ), counters as materialized (
     ${lockSequencesSql("$1::int8[]")}
   ), stored as (
     ${storeSql(
       `select i.company_id, c.event_sequence + i.number as sequence, i.type, $3::timestamptz as created_at,
         ${eventHeadSql("i.company_id", "(c.event_sequence + i.number)", "i.type")} || i.tail as body,
         ${saltSql("i.salt", 0)} as salt
       from input i left join counters c using (company_id)`,
       "counters",
     )}
   ), counted as (
     ${countEventsSql("(select company_id, count(*) as events from input group by company_id)", "counters", "stored")}
   )
   select sequence from stored`,
);

type NewEvent = { type: string; now: Date; tail: string };
type CompanyEvent = { companyId: number; type: string; tail: string };

const valuesOf = (now: Date, events: readonly CompanyEvent[]) => [
  events.map(({ companyId }) => companyId),
  events.map(({ type }) => type),
  now,
  events.map(({ tail }) => tail),
  events.map(() => newSalts(1)),
];

// A company without a counter row yields no number, and an event without a number cannot be stored.
export function deferEvent(tx: Transaction, companyId: number, { type, now, tail }: NewEvent): void {
  tx.queryBeforeCommit(insertMany, valuesOf(now, [{ companyId, type, tail }]));
}

/** Of any number of companies, whose counters are locked in the order of their ids. */
export function deferEvents(tx: Transaction, now: Date, events: readonly CompanyEvent[]): void {
  tx.queryBeforeCommit(insertMany, valuesOf(now, events));
}

export async function insertEvent(
  tx: Queryable,
  companyId: number,
  { type, now, tail }: NewEvent,
): Promise<number> {
  const values = valuesOf(now, [{ companyId, type, tail }]);
  const [row] = await tx.query<Pick<Tables["events"], "sequence">>(insertMany, values);
  return row!.sequence;
}

/** The hashes are hexadecimal, and null until the event has its place in the chain. */
export type EventRow = Pick<Tables["events"], "sequence" | "body"> & {
  body_hash: string | null;
  hash: string | null;
};

const hashesSql = (event: string) =>
  `encode(${event}.body_hash, 'hex') as body_hash, encode(${event}.hash, 'hex') as hash`;

// The inner limit is a literal so that the planner sees how few rows are wanted; it cannot see a parameter.
const pageSql = (condition: string, direction: "asc" | "desc" = "asc") => {
  const order = `r.sequence ${direction}`;
  const found = `(select r.* from (
     select r.company_id, r.sequence, r.body, r.body_hash, r.hash from events r
     where r.company_id = $1 and r.sequence ${direction === "asc" ? ">" : "<"} $2 ${condition}
     order by ${order} limit ${pageLimitMax + 1}
   ) r order by ${order} limit $3)`;
  return `select r.sequence, r.body, ${hashesSql("r")} from ${fittingSql(found, "octet_length(r.body)", order)} r order by ${order}`;
};
const page = statement("event_page", pageSql(""));
const pageOfType = statement("event_page_of_type", pageSql("and r.type = $4"));

export function findEventsAfter(
  db: Queryable,
  companyId: number,
  wanted: { after: number; type: string | undefined; count: number },
): Promise<EventRow[]> {
  const values = [companyId, wanted.after, wanted.count];
  return wanted.type === undefined
    ? db.query<EventRow>(page, values)
    : db.query<EventRow>(pageOfType, [...values, wanted.type]);
}

const newestPage = statement("event_page_newest", pageSql("", "desc"));
const newestPageOfType = statement("event_page_newest_of_type", pageSql("and r.type = $4", "desc"));

export function findEventsBefore(
  db: Queryable,
  companyId: number,
  wanted: { before: number; type: string | undefined; count: number },
): Promise<EventRow[]> {
  const values = [companyId, wanted.before, wanted.count];
  return wanted.type === undefined
    ? db.query<EventRow>(newestPage, values)
    : db.query<EventRow>(newestPageOfType, [...values, wanted.type]);
}

/** The newest events of each of some types, of the company `$1`: `sequence`, `type`, `created_at` and `body`. */
export const newestEventsSql = (types: string, count: number) =>
  fragment(`(select e.* from unnest(${types}) wanted(type) cross join lateral (
     select e.sequence, e.type, e.created_at, e.body from events e
     where e.company_id = $1 and e.type = wanted.type order by e.sequence desc limit ${count}
   ) e)`);

const countSql = (condition: string) =>
  `select count(*) as count from (
     select 1 from events where company_id = $1 ${condition} limit $2
   ) counted`;
const count = statement("event_count", countSql(""));
const countOfType = statement("event_count_of_type", countSql("and type = $3"));

/** Counts no further than `max`. */
export async function countEvents(
  db: Queryable,
  companyId: number,
  type: string | undefined,
  max: number,
): Promise<number> {
  const [row] = await (type === undefined
    ? db.query<{ count: number }>(count, [companyId, max])
    : db.query<{ count: number }>(countOfType, [companyId, max, type]));
  return row!.count;
}

const countSince = statement(
  "event_count_since",
  `select count(*)::int as count from (
     select r.created_at from events r where r.company_id = $1 and r.type = $2 order by r.sequence desc limit $4
   ) newest where created_at >= $3`,
);

/** Counts the events of a type since a moment, among the newest `max` of that type. */
export async function countEventsSince(
  db: Queryable,
  companyId: number,
  type: EventType,
  since: Date,
  max: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(countSince, [companyId, type, since, max]);
  return row!.count;
}

const findBySequence = statement(
  "event_find_by_sequence",
  "select body from events where company_id = $1 and sequence = $2",
);

export async function findEventBySequence(
  db: Queryable,
  companyId: number,
  sequence: number,
): Promise<Json | undefined> {
  const [row] = await db.query<Pick<Tables["events"], "body">>(findBySequence, [companyId, sequence]);
  return row?.body;
}

const find = statement(
  "event_find",
  `select v.sequence, v.body, ${hashesSql("v")} from events v
   where v.company_id = $1 and v.sequence = $2 and ${storedIdSql("v")} = $3`,
);

/** Finds nothing for an id whose sequence number now belongs to another event. */
export async function findEvent(db: Queryable, companyId: number, id: string): Promise<EventRow | undefined> {
  const sequence = sequenceOf(id, companyId);
  if (sequence === undefined) return undefined;
  const [row] = await db.query<EventRow>(find, [companyId, sequence, id]);
  return row;
}

const exists = statement(
  "event_exists",
  `select 1 from events v where v.company_id = $1 and v.sequence = $2 and ${storedIdSql("v")} = $3`,
);

export async function eventExists(
  db: Queryable,
  companyId: number,
  sequence: number,
  id: string,
): Promise<boolean> {
  return (await db.query(exists, [companyId, sequence, id])).length === 1;
}

const findLast = statement("event_find_last", lastSequenceSql);

/** The sequence of the newest event; 0 when there is none yet. */
export async function findLastSequence(db: Queryable, companyId: number): Promise<number> {
  const [row] = await db.query<{ sequence: number }>(findLast, [companyId]);
  return row!.sequence;
}

/** An event as the books have it. */
export type ChainedEvent = EventRow & { salt: string | null };

const chainedPage = statement(
  "event_page_chained",
  `select r.sequence, r.body, encode(r.salt, 'hex') as salt, ${hashesSql("r")} from ${fittingSql(
    `(select r.sequence, r.body, r.salt, r.body_hash, r.hash from events r
     where r.company_id = $1 and r.sequence > $2 and r.sequence <= $3 order by r.sequence limit ${pageLimitMax})`,
    "octet_length(r.body)",
    "r.sequence",
  )} r order by r.sequence`,
);

/** A page of events with what verifies them. */
export function findChainedEvents(
  db: Queryable,
  companyId: number,
  after: number,
  upTo: number,
): Promise<ChainedEvent[]> {
  return db.query<ChainedEvent>(chainedPage, [companyId, after, upTo]);
}

const replayPageMax = 2000;
/** In so many characters an event says its id, type, sequence and time. */
const headMax = 300;
/**
 * The database hashes where the body is already, which is twice as fast. Adding an empty text decompresses a body once
 * for both the hash and the answer, and `offset 0` keeps the planner from doing either again for each use.
 */
const replayPage = statement(
  "event_page_replayed",
  `select r.sequence, r.body, encode(r.hash, 'hex') as hash, r.is_intact,
     case when not r.is_intact then r.type end as type, case when not r.is_intact then r.created_at end as created_at,
     case when not r.is_intact then encode(r.salt, 'hex') end as salt,
     case when not r.is_intact then encode(r.body_hash, 'hex') end as body_hash
   from (
     select r.*, coalesce(${bodyHashSql("r.salt", "r.body")} = r.body_hash
       and sha256(r.previous_hash || int8send(r.sequence) || r.body_hash) = r.hash
       and position(concat('"type":"', r.type, '","sequence":', r.sequence, ',"created_at":"', ${isoSql("r.created_at")}, '"')
         in left(r.body, ${headMax})) > 0, false) as is_intact
     from (
       select r.sequence, r.type, r.created_at, r.body || '' as body, r.salt, r.body_hash, r.hash,
         lag(r.hash, 1, decode($3, 'hex')) over (order by r.sequence) as previous_hash
       from ${fittingSql(
         `(select r.sequence, r.type, r.created_at, r.body, r.salt, r.body_hash, r.hash from events r
           where r.company_id = $1 and r.sequence > $2 order by r.sequence limit ${replayPageMax})`,
         "octet_length(r.body)",
         "r.sequence",
       )} r order by r.sequence offset 0
     ) r order by r.sequence offset 0
   ) r order by r.sequence`,
);

/**
 * An event with whether its hashes follow from it and from the hash before, and its columns from its body; what verifies
 * that is null if they do.
 */
export type StoredEvent = ChainedEvent & { is_intact: boolean; type: string | null; created_at: Date | null };

/** Larger pages than a reader gets, for those who replay a whole history; `previousHash` is that of event `after`. */
export function findStoredEvents(
  db: Queryable,
  companyId: number,
  after: number,
  previousHash: string,
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(replayPage, [companyId, after, previousHash]);
}

const bodies = statement(
  "event_bodies",
  `select v.sequence, v.body, v.salt is null and v.hash is not null as is_redacted from events v
   where v.company_id = $1 and v.sequence = any($2::int8[])`,
);

export function findEventBodies(
  db: Queryable,
  companyId: number,
  sequences: readonly number[],
): Promise<{ sequence: number; body: Json; is_redacted: boolean }[]> {
  return db.query(bodies, [companyId, sequences]);
}

const countersOf = statement("event_counters_of", countersOfSql);

export type ChainCounters = Pick<
  Tables["company_counters"],
  "event_sequence" | "chained_sequence" | "chain_hash" | "checkpoint_sequence"
>;

/** What the company's counters say of its events; undefined for an unknown company. */
export async function findChainCounters(
  db: Queryable,
  companyId: number,
): Promise<ChainCounters | undefined> {
  const [row] = await db.query<ChainCounters>(countersOf, [companyId]);
  return row;
}

const chainEnd = statement(
  "event_chain_end",
  `select n.chained_sequence as last, coalesce((
     select encode(v.hash, 'hex') from events v where v.company_id = $1 and v.sequence = $2
   ), repeat('0', 64)) as previous_hash
   from (${chainEndOfSql}) n`,
);

/** The last event that has a hash, and the hash of another event; zeros before the first. */
export async function findChainEnd(
  db: Queryable,
  companyId: number,
  sequence: number,
): Promise<{ last: number; previous_hash: string }> {
  const [row] = await db.query<{ last: number; previous_hash: string }>(chainEnd, [companyId, sequence]);
  return row!;
}

const counters = statement(
  "event_counters_off",
  `select n.company_id ${fromCountersSql}
   where n.event_sequence <> coalesce((select max(e.sequence) from events e where e.company_id = n.company_id), 0)
   order by n.company_id limit 100`,
);

/** Companies whose counter does not match their last event; there are none unless somebody changed rows by hand. */
export async function findCountersOff(db: Queryable): Promise<number[]> {
  return (await db.query<Pick<Tables["company_counters"], "company_id">>(counters)).map(
    ({ company_id }) => company_id,
  );
}
