import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { joinCountersOf } from "../../tenancy/companies/fragments.ts";
import { endpointsByHealthSql, fromEndpointsSql, joinEndpointOf } from "../endpoints/fragments.ts";
import { endedWithEndpoint, replayFromSql } from "../endpoints/service.ts";
import { joinEventAt, startSinceSql } from "../events/fragments.ts";
import { eventIdSql } from "../events/service.ts";
import { earliestPending, owners, servable } from "./sending/delivery-queries.ts";
import { attemptDelaysMs } from "./sending/retry-schedule.ts";

const fields = `r.id, ${eventIdSql("r.company_id", "r.event_sequence")} as event_id, r.event_type, r.endpoint_id,
  r.status, r.attempt_count, ${isoSql("r.next_attempt_at")} as next_attempt_at,
  ${isoSql("r.last_attempt_at")} as last_attempt_at, r.last_status_code, r.last_error,
  ${isoSql("r.created_at")} as created_at, ${isoSql("r.completed_at")} as completed_at`;

const attempts = `(select coalesce(json_agg(row_to_json(a)), '[]') from (
    select a.number, a.cause, a.worker, a.duration_ms is not null as completed,
      ${isoSql("a.attempted_at")} as attempted_at, coalesce(a.duration_ms, 0) as duration_ms, a.url, a.status_code,
      a.failure, a.message, a.answer
    from (
      select number, cause, worker, attempted_at, duration_ms, url, status_code, failure, message, answer
      from webhook_attempts where company_id = r.company_id and delivery_id = r.id
      union all
      select r.attempt_number, r.attempt_cause, r.attempt_worker, r.attempt_begun_at, null, r.attempt_url,
        null, null, null, null
      where r.attempt_lease is not null
    ) a
    order by a.number desc limit 100) a) as attempts`;

export const deliveryListing: Listing = {
  name: "deliveries",
  table: "webhook_deliveries",
  paths: [{ filters: ["event_sequence"] }, { filters: ["endpoint_id"] }, { filters: ["unfinished"] }],
  filters: {
    // Nearly all deliveries succeeded, so they are found among the newest ones; the other statuses have an index.
    succeeded: (value) => `r.status = ${value}`,
    unfinished: (value) => `r.id > 0 and r.status = ${value} and r.status <> 'succeeded'`,
    // What is true of all is what these indexes demand, which are for lists alone.
    endpoint_id: (value) => `r.endpoint_id > 0 and r.endpoint_id = ${value}`,
    event_sequence: (value) => `r.event_sequence > 0 and r.event_sequence = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r`,
};

const find = statement(
  "delivery_find",
  `select ${jsonOf(`${fields}, ${attempts}`)} as json from webhook_deliveries r where r.company_id = $1 and r.id = $2`,
);

export async function findDelivery(db: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(find, [companyId, id]);
  return row?.json;
}

const countFailed = statement(
  "delivery_count_failed",
  `select count(*)::int as count from (
     select 1 from webhook_deliveries where company_id = $1 and id > 0 and status = 'failed' limit $2
   ) failed`,
);

/** Counts no further than `max`. */
export async function countFailedDeliveries(db: Queryable, companyId: number, max: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(countFailed, [companyId, max]);
  return row!.count;
}

// Each endpoint and day is one look into the index, however many deliveries failed. What ended because its endpoint was
// disabled had not run out of attempts.
const failedDays = statement(
  "delivery_find_failed_days",
  `select ${jsonOf(`(extract(epoch from f.completed_at) * 1000)::bigint as delivery, ${isoSql("f.completed_at")} as created_at,
     e.id as endpoint_id, e.url, f.last_error as reason`)} as json
   ${fromEndpointsSql}
   cross join generate_series(0, $5::int - 1) ago
   cross join lateral (select ($2::timestamptz at time zone $3)::date - ago as date) day
   cross join lateral (
     select d.completed_at, d.last_error from webhook_deliveries d
     where d.company_id = e.company_id and d.endpoint_id = e.id and d.status = 'failed' and d.step = $4
       and d.completed_at > '-infinity' and d.completed_at >= day.date::timestamp at time zone $3
       and d.completed_at < (day.date + 1)::timestamp at time zone $3
       and d.last_error is distinct from '${endedWithEndpoint}'
     order by d.completed_at limit 1
   ) f
   where e.company_id = $1 order by f.completed_at desc, e.id limit $6`,
);

/** Of each endpoint and day of the last ones, the first delivery that failed at its last attempt. */
export async function findFailedDays(
  db: Queryable,
  company: Pick<Company, "id" | "timeZone">,
  now: Date,
  { days, limit }: { days: number; limit: number },
): Promise<Json[]> {
  const lastStep = attemptDelaysMs.length - 1;
  const values = [company.id, now, company.timeZone, lastStep, days, limit];
  return (await db.query<{ json: Json }>(failedDays, values)).map(({ json }) => json);
}

const exists = statement(
  "delivery_exists",
  "select 1 from webhook_deliveries where company_id = $1 and id = $2",
);

export async function deliveryExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const insert = statement(
  "delivery_insert",
  `insert into webhook_deliveries (company_id, endpoint_id, event_sequence, event_type, status, next_attempt_at, created_at)
   values ($1, $3, $4, $5, 'pending', $2, $2) returning id`,
);

/** For an event that is meant for one endpoint; all other deliveries are created by the worker. */
export async function insertDelivery(
  tx: Queryable,
  companyId: number,
  now: Date,
  delivery: { endpointId: number; sequence: number; type: string },
): Promise<number> {
  const { endpointId, sequence, type } = delivery;
  const [row] = await tx.query<Pick<Tables["webhook_deliveries"], "id">>(insert, [
    companyId,
    now,
    endpointId,
    sequence,
    type,
  ]);
  return row!.id;
}

const due =
  "status = 'pending', step = 0, next_attempt_at = $2, completed_at = null, attempt_cause = case when attempt_lease is null then 'replay' else attempt_cause end";

const replayOne = statement(
  "delivery_replay",
  `update webhook_deliveries set ${due} where company_id = $1 and id = $3 returning endpoint_id`,
);

/** The schedule starts again, while attempts keep counting up. Returns the endpoint it is for. */
export async function makeDue(
  tx: Queryable,
  companyId: number,
  now: Date,
  id: number,
): Promise<number | undefined> {
  const [row] = await tx.query<Pick<Tables["webhook_deliveries"], "endpoint_id">>(replayOne, [
    companyId,
    now,
    id,
  ]);
  return row?.endpoint_id;
}

const failedTypes = statement(
  "delivery_failed_types",
  `select distinct d.event_type as type from webhook_deliveries d
   ${joinEndpointOf("d")}
   where d.company_id = $1 and d.id > 0 and d.status = 'failed' and e.status = 'enabled' and ($2::bigint is null or e.id = $2)`,
);

/** The types of what failed and would be replayed. */
export async function findFailedTypes(
  tx: Queryable,
  companyId: number,
  endpointId: number | null,
): Promise<string[]> {
  return (await tx.query<{ type: string }>(failedTypes, [companyId, endpointId])).map(({ type }) => type);
}

const enabled = "e.status = 'enabled' and ($3::bigint is null or e.id = $3)";

const replayFailed = statement(
  "delivery_replay_failed",
  `with failed as (
     select d.company_id, d.id from webhook_deliveries d
     ${joinEndpointOf("d")}
     where d.company_id = $1 and d.id > 0 and d.status = 'failed' and ${enabled}
     order by d.created_at, d.id limit $4 for no key update of d skip locked for share of e
   )
   update webhook_deliveries d set ${due} from failed f where d.company_id = f.company_id and d.id = f.id
   returning d.endpoint_id`,
);

export function makeFailedDue(
  tx: Queryable,
  companyId: number,
  now: Date,
  endpointId: number | null,
  limit: number,
) {
  return tx.query<Pick<Tables["webhook_deliveries"], "endpoint_id">>(replayFailed, [
    companyId,
    now,
    endpointId,
    limit,
  ]);
}

const replaySince = statement(
  "delivery_replay_since",
  `with ${startSinceSql("$2")}
   ${replayFromSql("start", enabled)}`,
);

/** The worker goes back to that point and works its way up, beside new events. */
export function replayEventsSince(tx: Queryable, companyId: number, since: Date, endpointId: number | null) {
  return tx.query<{ endpoint_id: number; count: number }>(replaySince, [companyId, since, endpointId]);
}

// Completion is checked again on deletion: a replay may come between the select and the delete.
const purge = statement(
  "delivery_purge",
  `with old as (
     select company_id, id from webhook_deliveries where created_at < $1 and completed_at < $1 limit $2
   )
   delete from webhook_deliveries d using old
   where d.company_id = old.company_id and d.id = old.id and d.completed_at < $1 returning 1`,
);

/** Their attempts go with them; the events stay. */
export async function deleteFinishedBefore(db: Queryable, moment: Date, limit: number): Promise<number> {
  return (await db.query(purge, [moment, limit])).length;
}

// All endpoints are read once, by their rows alone; only those that have something pending or are behind are looked up
// one by one.
const queue = statement(
  "delivery_queue",
  `with recursive waiting as (${earliestPending}), counted as (
     ${endpointsByHealthSql}
   ), late as (
     select e.company_id, e.delivered_sequence, n.event_sequence - e.delivered_sequence as behind
     ${fromEndpointsSql} ${joinCountersOf("e.company_id")} ${owners}
     where e.delivered_sequence < n.event_sequence and ${servable}
   )
   select
     (select count(*) from webhook_deliveries where status = 'pending') as pending,
     (select coalesce(sum(behind), 0)::bigint from late) as behind,
     greatest(
       (select max(extract(epoch from $1::timestamptz - w.next_attempt_at)) from waiting w
        ${joinEndpointOf("w")} ${owners} where ${servable}),
       (select max(extract(epoch from $1::timestamptz - v.created_at)) from late l
        ${joinEventAt("l.company_id", "l.delivered_sequence + 1")}),
       0)::float8 as oldest_due_seconds,
     c.healthy, c.failing, c.disabled
   from counted c`,
);

export type Queue = {
  pending: number;
  behind: number;
  oldest_due_seconds: number;
  healthy: number;
  failing: number;
  disabled: number;
};

/**
 * For all companies together, for the metrics; a backlog of companies that are not being served is not counted as
 * ours.
 */
export async function measureQueue(db: Queryable, now: Date): Promise<Queue> {
  const [row] = await db.query<Queue>(queue, [now]);
  return row!;
}

const hasten = statement(
  "delivery_hasten",
  `update webhook_deliveries set next_attempt_at = next_attempt_at - $2 * interval '1 ms'
   where company_id = $1 and status = 'pending'`,
);

/** Retries of a company come earlier by so much, because its clock was moved. */
export async function hastenDeliveries(tx: Queryable, companyId: number, byMs: number): Promise<void> {
  await tx.query(hasten, [companyId, byMs]);
}

const countDue = statement(
  "delivery_count_due",
  `select count(*)::int as count from webhook_deliveries d
   ${joinEndpointOf("d")} and e.status = 'enabled'
   where d.company_id = $1 and d.status = 'pending' and d.next_attempt_at <= $2`,
);

export async function countDueDeliveries(db: Queryable, companyId: number, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(countDue, [companyId, now]);
  return row!.count;
}
