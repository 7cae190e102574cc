import { type Queryable, statement } from "../../../../platform/db/database.ts";
import type { Tables } from "../../../../platform/db/tables.ts";
import { joinCountersOf, joinTenantOf } from "../../../tenancy/companies/fragments.ts";
import { fromEndpointsSql, joinEndpointOf } from "../../endpoints/fragments.ts";
import { recordHealthSql, releaseLeasesSql, renewLeasesSql, takeLeasesSql } from "../../endpoints/service.ts";
import { fromEventsOf, joinEventAt } from "../../events/fragments.ts";
import { isRedactedSql } from "../../events/service.ts";
import type { AttemptCause } from "../schema.ts";
import type { AttemptOutcome, DeliveryJob } from "./attempt.ts";

// The worker's statements: they find endpoints that have work, take that work, leasing the endpoints and beginning the
// attempts by that, and record the outcomes. An attempt in progress is part of the delivery's row, so that beginning it
// costs no write of its own; it gets a row of its own with its outcome, or when it is abandoned. All of them run on connections whose commits do not wait for the disk:
// whatever a crash undoes is done again. Leases are compared with the database's clock, since those of two workers
// may differ; what is due is decided by the worker's own clock, as the schedule of attempts is.

export type EndpointKey = Pick<Tables["webhook_endpoints"], "company_id"> & { endpoint_id: number };

const keyColumns = (keys: readonly EndpointKey[]) => [
  keys.map((key) => key.company_id),
  keys.map((key) => key.endpoint_id),
];

export const servable = `e.status = 'enabled' and co.status = 'active' and not 'webhooks' = any(s.disabled_features)`;
export const owners = joinTenantOf("e.company_id");

/** Free, or leased by worker $1 itself, in case it has lost track of it. */
const free = "(e.leased_until is null or e.leased_until <= now() or e.leased_by = $1)";

export type FoundEndpoint = EndpointKey & { failing: boolean };

const behind = (companies: string) => `
  select e.company_id, e.id as endpoint_id, e.failing_since is not null as failing
  ${fromEndpointsSql} ${joinCountersOf("e.company_id")} ${owners}
  where ${companies} ${servable} and ${free}
    and (e.delivered_sequence < n.event_sequence or e.replayed_sequence is not null`;

const findAnnounced = statement(
  "delivery_find_announced",
  `${behind("e.company_id = any($3) and")} or exists (
     select from webhook_deliveries d where d.company_id = e.company_id and d.endpoint_id = e.id
       and d.status = 'pending' and d.next_attempt_at <= $2))`,
);

/** Endpoints of the named companies that have anything to do. */
export function findAnnouncedEndpoints(
  db: Queryable,
  worker: string,
  now: Date,
  companies: readonly number[],
) {
  return db.query<FoundEndpoint>(findAnnounced, [worker, now, companies]);
}

const findBehind = statement("delivery_find_behind", `${behind("")})`);

/** Endpoints with events they have not been sent. It reads every endpoint, so it only backs up the announcements. */
export function findEndpointsBehind(db: Queryable, worker: string) {
  return db.query<FoundEndpoint>(findBehind, [worker]);
}

/**
 * The earliest pending delivery of each endpoint that has any. It steps through the index from endpoint to endpoint, so
 * that one with a million due deliveries costs no more than one with a single delivery.
 */
export const earliestPending = `
  (select company_id, endpoint_id, next_attempt_at from webhook_deliveries where status = 'pending'
   order by company_id, endpoint_id, next_attempt_at limit 1)
  union all
  select d.company_id, d.endpoint_id, d.next_attempt_at from waiting w cross join lateral (
    select d.company_id, d.endpoint_id, d.next_attempt_at from webhook_deliveries d
    where d.status = 'pending' and (d.company_id, d.endpoint_id) > (w.company_id, w.endpoint_id)
    order by d.company_id, d.endpoint_id, d.next_attempt_at limit 1
  ) d`;

const findDue = statement(
  "delivery_find_due",
  `with recursive waiting as (${earliestPending})
   select e.company_id, e.id as endpoint_id, e.failing_since is not null as failing
   from waiting w ${joinEndpointOf("w")} ${owners}
   where w.next_attempt_at <= $2 and ${servable} and ${free}`,
);

export function findEndpointsDue(db: Queryable, worker: string, now: Date) {
  return db.query<FoundEndpoint>(findDue, [worker, now]);
}

/** Events that a narrow filter does not want are skipped this many at a time. */
const scanMax = 500;

const scan = (name: string, cause: AttemptCause, range: string) => `
  ${name} as (
    select *, count(*) filter (where wanted) over (partition by company_id, endpoint_id order by sequence) as place
    from (
      select l.company_id, l.endpoint_id, l.want, l.lease_number, l.attempt_url, v.sequence, v.type, v.created_at, '${cause}' as cause,
        v.type <> 'webhook.test' and (l.event_types is null or v.type = any(l.event_types)) as wanted
      from lease l cross join lateral (
        select v.sequence, v.type, v.created_at ${fromEventsOf("l.company_id")} and ${range}
        order by v.sequence limit case when l.event_types is null then l.want + 1 else ${scanMax} end
      ) v
    ) scanned
  )`;

const reached = (name: string) =>
  `left join (select company_id, endpoint_id, max(sequence) as reached from ${name} where place <= want
     group by company_id, endpoint_id) ${name}_end using (company_id, endpoint_id)`;

const columns = (row: string) =>
  `${row}.company_id, ${row}.id, ${row}.endpoint_id, ${row}.event_sequence, ${row}.step, ${row}.attempt_number,
     ${row}.attempt_cause, ${row}.next_attempt_at`;
const underWay = (row: string) =>
  `${columns(row)}, ${row}.attempt_lease, ${row}.attempt_worker, ${row}.attempt_begun_at, ${row}.attempt_url`;

// An attempt that was begun under this lease is still the worker's to send, and keeps its number. One that was begun
// under an earlier lease was left unfinished by the worker that had it: it is stored as abandoned, and the delivery is
// taken over by a new attempt.
const take = statement(
  "delivery_take",
  `with lease as materialized (
     select e.company_id, e.id as endpoint_id, e.url, co.gateway,
       coalesce(e.url, $9::jsonb ->> coalesce(co.gateway, '')) as attempt_url, e.event_types, e.secret, e.previous_secret,
       e.previous_secret_until, e.failing_since, e.delivered_sequence, e.replayed_sequence, e.replay_until,
       x.want, x.held, e.lease_number + (e.leased_by is distinct from $1 or x.anew)::int as lease_number
     from unnest($4::int8[], $5::int8[], $6::int4[], $7::int4[], $8::bool[]) x(company_id, endpoint_id, want, held, anew)
     ${joinEndpointOf("x")} ${owners}
     where ${servable} and ${free}
     order by e.company_id, e.id for no key update of e skip locked
   ), ${scan("fresh", "first", "v.sequence > l.delivered_sequence")}, ${scan(
     "again",
     "replay",
     "v.sequence > l.replayed_sequence and v.sequence <= l.replay_until",
   )}, chosen as (
     select * from fresh where wanted and place <= want union all
     select * from again where wanted and place <= want
   ), made as (
     insert into webhook_deliveries as d (company_id, endpoint_id, event_sequence, event_type, status, next_attempt_at,
       created_at, attempt_number, attempt_cause, attempt_lease, attempt_worker, attempt_begun_at, attempt_url)
     select company_id, endpoint_id, sequence, type, 'pending', $2, $2, 1, cause, lease_number, $1, $2, attempt_url
     from chosen order by sequence
     on conflict (company_id, endpoint_id, event_sequence)
     do update set status = 'pending', step = 0, next_attempt_at = excluded.next_attempt_at, completed_at = null,
       attempt_number = d.attempt_number + (d.attempt_lease is distinct from excluded.attempt_lease)::int,
       attempt_cause = excluded.attempt_cause, attempt_lease = excluded.attempt_lease,
       attempt_worker = excluded.attempt_worker, attempt_begun_at = excluded.attempt_begun_at,
       attempt_url = excluded.attempt_url
     returning ${columns("d")}
   ), due as (
     select d.*, l.lease_number, l.attempt_url as target_url from lease l cross join lateral (
       select ${underWay("d")} from webhook_deliveries d
       where d.company_id = l.company_id and d.endpoint_id = l.endpoint_id and d.status = 'pending' and d.next_attempt_at <= $2
       order by d.next_attempt_at, d.id limit l.want + l.held
     ) d
   ), claimed as (
     update webhook_deliveries d set attempt_number = d.attempt_number + 1, attempt_lease = due.lease_number,
       attempt_worker = $1, attempt_begun_at = $2, attempt_url = due.target_url,
       attempt_cause = case when d.attempt_lease is null then d.attempt_cause else 'takeover' end
     from due
     where d.company_id = due.company_id and d.id = due.id and d.status = 'pending'
       and due.attempt_lease is distinct from due.lease_number and d.attempt_lease is distinct from due.lease_number
       and not exists (select from chosen c where c.company_id = due.company_id and c.endpoint_id = due.endpoint_id
         and c.sequence = due.event_sequence)
     returning ${columns("d")}
   ), abandoned as (
     insert into webhook_attempts (company_id, delivery_id, number, attempted_at, url, cause, worker, lease_number)
     select company_id, id, attempt_number, attempt_begun_at, attempt_url, attempt_cause, attempt_worker, attempt_lease
     from (
       select ${underWay("due")}, due.lease_number from due union
       select ${underWay("d")}, c.lease_number from again c join webhook_deliveries d
         on d.company_id = c.company_id and d.endpoint_id = c.endpoint_id and d.event_sequence = c.sequence
       where c.wanted and c.place <= c.want
     ) u
     where attempt_lease <> lease_number
     on conflict do nothing
   ), leased as (
     ${takeLeasesSql(`lease l ${reached("fresh")} ${reached("again")}`, {
       delivered: "coalesce(fresh_end.reached, l.delivered_sequence)",
       replayed: "case when again_end.reached < l.replay_until then again_end.reached end",
       replayUntil: "case when again_end.reached < l.replay_until then l.replay_until end",
     })}
   ), job as (
     select *, true as is_new from made union all select *, false from claimed union all
     select ${columns("due")}, false from due where due.attempt_lease = due.lease_number
   )
   select l.company_id, l.endpoint_id, l.url, l.gateway, l.secret, l.previous_secret, l.previous_secret_until,
     l.failing_since, l.lease_number,
     (select count(*) from fresh f where f.company_id = l.company_id and f.endpoint_id = l.endpoint_id) > l.want
       or l.replayed_sequence is not null
       or (select count(*) from due d where d.company_id = l.company_id and d.endpoint_id = l.endpoint_id) >= l.want + l.held
       as more,
     j.id as delivery_id, j.event_sequence, j.step, j.attempt_number, j.attempt_cause,
     case when j.is_new and j.event_sequence > l.delivered_sequence then v.created_at else j.next_attempt_at end as waiting_since,
     v.body
   from lease l left join job j on j.company_id = l.company_id and j.endpoint_id = l.endpoint_id
   left ${joinEventAt("j.company_id", "j.event_sequence")}
   order by l.company_id, l.endpoint_id, j.event_sequence`,
);

export type TakenRow = EndpointKey &
  Pick<
    Tables["webhook_endpoints"],
    "url" | "secret" | "previous_secret" | "previous_secret_until" | "failing_since"
  > &
  Pick<Tables["companies"], "gateway"> &
  Pick<Tables["events"], "body"> & {
    lease_number: number;
    more: boolean;
    delivery_id: number | null;
    event_sequence: number;
    step: number;
    attempt_number: number;
    attempt_cause: AttemptCause;
    waiting_since: Date;
  };

/**
 * How much work an endpoint can take, and how much of its due work the worker already has. A lease that is taken again
 * gets a new number, although the worker had it before.
 */
export type TakeRequest = EndpointKey & { want: number; held: number; anew: boolean };

/**
 * Leases endpoints that are free or already ours, and returns their next work: events they have not been sent, which
 * get their delivery row here, replays, and retries that are due. Their attempts count as begun from here on. An
 * endpoint missing from the result is leased by another worker, or gets nothing at present.
 */
export function takeWork(
  db: Queryable,
  lease: { worker: string; now: Date; ms: number },
  requests: readonly TakeRequest[],
  defaultUrls: Readonly<Record<string, string>>,
): Promise<TakenRow[]> {
  return db.query<TakenRow>(take, [
    lease.worker,
    lease.now,
    lease.ms,
    ...keyColumns(requests),
    requests.map((request) => request.want),
    requests.map((request) => request.held),
    requests.map((request) => request.anew),
    JSON.stringify(defaultUrls),
  ]);
}

const renew = statement("delivery_renew", renewLeasesSql("now() + $4 * interval '1 ms'"));

/** Returns which of them are still ours. */
export function renewLeases(db: Queryable, worker: string, keys: readonly EndpointKey[], leaseMs: number) {
  return db.query<EndpointKey>(renew, [worker, ...keyColumns(keys), leaseMs]);
}

// Attempts that were begun and have no outcome when the lease is released were queued and never sent: they are
// withdrawn.
const release = statement(
  "delivery_release",
  `with released as (
     ${releaseLeasesSql}
   )
   update webhook_deliveries d set attempt_number = d.attempt_number - 1, attempt_lease = null
   from released r
   where d.company_id = r.company_id and d.endpoint_id = r.endpoint_id and d.status = 'pending'
     and d.attempt_lease = r.lease_number`,
);

export async function releaseLeases(db: Queryable, worker: string, keys: readonly EndpointKey[]) {
  await db.query(release, [worker, ...keyColumns(keys)]);
}

/** After this long without an attempt, a failure counts as the first of a new series. */
const silence = "interval '48 hours'";

/** The delivery was ended meanwhile, because its endpoint was disabled: it can still succeed, but not be retried. */
const ended = "d.status <> 'pending' and r.status = 'pending'";
const reconnects = "(r.reconnect and d.status = 'pending')";

/**
 * A crash of the database undid the beginning of the attempt, and none has been begun since with its number: its
 * outcome counts, or the next attempt would get that number, find it taken and never be counted.
 */
const undone = `(d.attempt_number < r.number and d.status = 'pending'
  and coalesce(d.attempt_lease <= r.lease_number, true))`;
/** After such a crash another attempt may have been begun with the same number, which is then not this one's. */
const numberIsOwn = "(d.attempt_number <> r.number or coalesce(d.attempt_lease = r.lease_number, true))";

// The outcome is recorded with the worker's own attempt in any case. It decides about the delivery only if that is the
// newest attempt, and about the endpoint's health only under its current lease: otherwise another worker has taken
// over, and has stored the attempt as abandoned. After a crash of the database an id may be handed out a second time,
// so the delivery must also be for the same event. Where the attempt is to be repeated on a new connection, the next
// one is begun here. The event may have been redacted since it was sent, and receivers may repeat what they get.
const record = statement(
  "delivery_record",
  `with result as materialized (
     select * from unnest($3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int4[], $8::int8[], $9::timestamptz[],
       $10::int4[], $11::text[], $12::int2[], $13::text[], $14::text[], $15::text[], $16::text[], $17::int2[],
       $18::timestamptz[], $19::bool[], $20::text[])
       x(company_id, endpoint_id, delivery_id, event_sequence, number, lease_number, attempted_at, duration_ms, url,
         status_code, failure, message, answer, status, step, next_attempt_at, reconnect, cause)
   ), completed as (
     insert into webhook_attempts as a (company_id, delivery_id, number, attempted_at, duration_ms, url, status_code,
       failure, message, answer, cause, worker, lease_number)
     select r.company_id, r.delivery_id, r.number, r.attempted_at, r.duration_ms, r.url, r.status_code,
       r.failure, r.message, case when not ${isRedactedSql("r.company_id", "r.event_sequence")} then r.answer end,
       r.cause, $1, r.lease_number
     from result r join webhook_deliveries d on d.company_id = r.company_id and d.id = r.delivery_id
       and d.endpoint_id = r.endpoint_id and d.event_sequence = r.event_sequence
     where ${numberIsOwn}
     on conflict (company_id, delivery_id, number) do update set attempted_at = excluded.attempted_at,
       duration_ms = excluded.duration_ms, url = excluded.url, status_code = excluded.status_code,
       failure = excluded.failure, message = excluded.message, answer = excluded.answer
     where a.worker = $1 and a.duration_ms is null
     returning a.company_id, a.delivery_id, a.number
   ), counted as (
     update webhook_deliveries d set attempt_count = d.attempt_count + 1, last_attempt_at = r.attempted_at,
       last_status_code = r.status_code, attempt_number = r.number + ${reconnects}::int,
       attempt_cause = case when ${reconnects} then 'reconnect' else 'retry' end,
       attempt_lease = case when ${reconnects} then r.lease_number end,
       attempt_begun_at = case when ${reconnects} then $2::timestamptz end,
       attempt_url = case when ${reconnects} then r.url end,
       last_error = case when ${ended} then d.last_error else r.message end,
       status = case when ${ended} then d.status else r.status end,
       step = case when ${ended} then d.step else r.step end,
       next_attempt_at = case when ${ended} then d.next_attempt_at else r.next_attempt_at end,
       completed_at = case when ${ended} then d.completed_at when r.status <> 'pending' then $2::timestamptz end
     from completed c join result r using (company_id, delivery_id, number)
     where d.company_id = r.company_id and d.id = r.delivery_id
       and (d.attempt_number = r.number and d.attempt_lease = r.lease_number or ${undone})
     returning d.company_id, d.id, r.number, d.attempt_number > r.number as reconnects
   ), health as (
     ${recordHealthSql(
       `select company_id, endpoint_id, lease_number, bool_or(status = 'succeeded') as succeeded,
         min(attempted_at) as attempted_at
       from result where not reconnect group by company_id, endpoint_id, lease_number`,
       silence,
     )}
   )
   select r.company_id, r.delivery_id, r.number, c.id is not null as counted, coalesce(c.reconnects, false) as reconnects,
     h.failing_since
   from result r left join counted c on c.company_id = r.company_id and c.id = r.delivery_id and c.number = r.number
   left join health h on h.company_id = r.company_id and h.endpoint_id = r.endpoint_id
   where c.id is null or c.reconnects or h.failing_since is not null`,
);

/** One attempt of a delivery with what came of it. */
export type AttemptResult = EndpointKey & { job: DeliveryJob; outcome: AttemptOutcome };

/** What the database made of a result. */
export type RecordedRow = {
  company_id: number;
  delivery_id: number;
  number: number;
  /** Whether it decided about the delivery; not so if another worker has taken that over. */
  counted: boolean;
  /** Whether the next attempt, on a new connection, has been begun. */
  reconnects: boolean;
  /** Since when the endpoint has had nothing but failures. */
  failing_since: Tables["webhook_endpoints"]["failing_since"];
};

/** Returns a row for each result that did not count, is followed by a reconnect, or belongs to a failing endpoint. */
export function recordOutcomes(db: Queryable, worker: string, now: Date, results: readonly AttemptResult[]) {
  const jobs = results.map(({ job }) => job);
  const outcomes = results.map(({ outcome }) => outcome);
  return db.query<RecordedRow>(record, [
    worker,
    now,
    ...keyColumns(results),
    jobs.map((job) => job.deliveryId),
    jobs.map((job) => job.sequence),
    jobs.map((job) => job.number),
    jobs.map((job) => job.leaseNumber),
    outcomes.map((outcome) => outcome.attemptedAt),
    outcomes.map((outcome) => outcome.durationMs),
    outcomes.map((outcome) => outcome.url),
    outcomes.map((outcome) => outcome.statusCode),
    outcomes.map((outcome) => outcome.failure),
    outcomes.map((outcome) => outcome.message),
    outcomes.map((outcome) => outcome.answer),
    outcomes.map((outcome) => outcome.status),
    outcomes.map((outcome) => outcome.step),
    outcomes.map((outcome) => outcome.nextAttemptAt),
    outcomes.map((outcome) => outcome.reconnect),
    jobs.map((job) => job.cause),
  ]);
}
