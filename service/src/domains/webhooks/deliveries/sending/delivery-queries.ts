import type { GatewayChoice } from "../../../../contract/access.ts";
import { type Queryable, statement } from "../../../../platform/db/database.ts";
import type { DeliveryAttempt } from "./attempt.ts";
import { type EndpointKey, owners, servable } from "./find-work.ts";

// The worker's statements: they take the work of some endpoints, leasing them by that, and record the outcome. All of
// them run on connections whose commits do not wait for the disk: whatever a crash undoes is done again.

/** Events that a narrow filter does not want are skipped this many at a time. */
const scanMax = 500;

const scan = (name: string, range: string) => `
  ${name} as (
    select *, count(*) filter (where wanted) over (partition by company_id, endpoint_id order by sequence) as place
    from (
      select l.company_id, l.endpoint_id, l.want, v.sequence, v.type, v.created_at,
        v.type <> 'webhook.test' and (l.event_types is null or v.type = any(l.event_types)) as wanted
      from lane l cross join lateral (
        select v.sequence, v.type, v.created_at from events v where v.company_id = l.company_id and ${range}
        order by v.sequence limit case when l.event_types is null then l.want + 1 else ${scanMax} end
      ) v
    ) scanned
  )`;

const reached = (name: string) =>
  `left join (select company_id, endpoint_id, max(sequence) as reached from ${name} where place <= want
     group by company_id, endpoint_id) ${name}_end using (company_id, endpoint_id)`;

const take = statement(
  "delivery_take",
  `with lane as materialized (
     select e.company_id, e.id as endpoint_id, e.url, co.gateway, e.event_types, e.secret, e.previous_secret,
       e.previous_secret_until, e.failing_since, e.delivered_sequence, e.replayed_sequence, e.replay_until,
       x.want, x.held
     from unnest($4::int8[], $5::int8[], $6::int4[], $7::int4[]) x(company_id, endpoint_id, want, held)
     join webhook_endpoints e on e.company_id = x.company_id and e.id = x.endpoint_id ${owners}
     where ${servable} and (e.leased_by = $1 or e.leased_until is null or e.leased_until <= $2)
     order by e.company_id, e.id for no key update of e skip locked
   ), ${scan("fresh", "v.sequence > l.delivered_sequence")}, ${scan(
     "again",
     "v.sequence > l.replayed_sequence and v.sequence <= l.replay_until",
   )}, written as (
     insert into webhook_deliveries as d (company_id, endpoint_id, event_sequence, event_type, status, next_attempt_at, created_at)
     select company_id, endpoint_id, sequence, type, 'pending', $2, $2 from (
       select * from fresh where wanted and place <= want union all
       select * from again where wanted and place <= want
     ) chosen order by sequence
     on conflict (company_id, endpoint_id, event_sequence)
     do update set status = 'pending', step = 0, next_attempt_at = excluded.next_attempt_at, completed_at = null
     returning d.company_id, d.id, d.endpoint_id, d.event_sequence, d.step, d.attempt_count, d.next_attempt_at
   ), due as (
     select d.* from lane l cross join lateral (
       select d.company_id, d.id, d.endpoint_id, d.event_sequence, d.step, d.attempt_count, d.next_attempt_at
       from webhook_deliveries d
       where d.company_id = l.company_id and d.endpoint_id = l.endpoint_id and d.status = 'pending' and d.next_attempt_at <= $2
       order by d.next_attempt_at, d.id limit l.want + l.held
     ) d
   ), leased as (
     update webhook_endpoints e set leased_by = $1, leased_until = $3,
       delivered_sequence = coalesce(fresh_end.reached, l.delivered_sequence),
       replayed_sequence = case when again_end.reached < l.replay_until then again_end.reached end,
       replay_until = case when again_end.reached < l.replay_until then l.replay_until end
     from lane l ${reached("fresh")} ${reached("again")}
     where e.company_id = l.company_id and e.id = l.endpoint_id
   ), job as (select *, true as is_new from written union all select *, false from due)
   select l.company_id, l.endpoint_id, l.url, l.gateway, l.secret, l.previous_secret, l.previous_secret_until, l.failing_since,
     (select count(*) from fresh f where f.company_id = l.company_id and f.endpoint_id = l.endpoint_id) > l.want
       or l.replayed_sequence is not null
       or (select count(*) from due d where d.company_id = l.company_id and d.endpoint_id = l.endpoint_id) >= l.want + l.held
       as more,
     j.id as delivery_id, j.event_sequence, j.step, j.attempt_count,
     case when j.is_new and j.event_sequence > l.delivered_sequence then v.created_at else j.next_attempt_at end as waiting_since,
     v.body
   from lane l left join job j on j.company_id = l.company_id and j.endpoint_id = l.endpoint_id
   left join events v on v.company_id = j.company_id and v.sequence = j.event_sequence
   order by l.company_id, l.endpoint_id, j.event_sequence`,
);

export type TakenDelivery = EndpointKey & {
  url: string | null;
  gateway: GatewayChoice | null;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | null;
  failing_since: Date | null;
  more: boolean;
  delivery_id: number | null;
  event_sequence: number;
  step: number;
  attempt_count: number;
  waiting_since: Date;
  body: string;
};

/**
 * Leases endpoints that are free or already ours, and returns their next work: events they have not been sent, which
 * get their delivery row here, replays, and retries that are due. An endpoint missing from the result is leased by
 * another worker, or gets nothing at present.
 */
export function takeWork(
  db: Queryable,
  lease: { worker: string; now: Date; until: Date },
  requests: readonly (EndpointKey & { want: number; held: number })[],
): Promise<TakenDelivery[]> {
  return db.query<TakenDelivery>(take, [
    lease.worker,
    lease.now,
    lease.until,
    requests.map((wish) => wish.company_id),
    requests.map((wish) => wish.endpoint_id),
    requests.map((wish) => wish.want),
    requests.map((wish) => wish.held),
  ]);
}

const among =
  "(e.company_id, e.id) in (select * from unnest($2::int8[], $3::int8[]) x(company_id, endpoint_id))";
const renew = statement(
  "delivery_renew",
  `update webhook_endpoints e set leased_until = $4 where e.leased_by = $1 and ${among} returning e.company_id, e.id as endpoint_id`,
);
const release = statement(
  "delivery_release",
  `update webhook_endpoints e set leased_by = null, leased_until = null where e.leased_by = $1 and ${among}`,
);

const columnsOf = (keys: readonly EndpointKey[]) => [
  keys.map((key) => key.company_id),
  keys.map((key) => key.endpoint_id),
];

/** Returns which of them are still ours. */
export function renewLeases(db: Queryable, worker: string, keys: readonly EndpointKey[], until: Date) {
  return db.query<EndpointKey>(renew, [worker, ...columnsOf(keys), until]);
}

export async function releaseLeases(db: Queryable, worker: string, keys: readonly EndpointKey[]) {
  await db.query(release, [worker, ...columnsOf(keys)]);
}

/** After this long without an attempt, a failure counts as the first of a new series. */
const failingSince = "interval '48 hours'";

// A delivery whose attempt count has changed meanwhile is left alone: another worker had the lease. After a crash of
// the database an id may be handed out a second time, so the delivery must also be for the same event.
const record = statement(
  "delivery_record",
  `with result as materialized (
     select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::int4[], $6::timestamptz[], $7::int4[],
       $8::text[], $9::int2[], $10::text[], $11::text[], $12::text[], $13::text[], $14::int2[], $15::timestamptz[])
       x(company_id, endpoint_id, delivery_id, event_sequence, number, attempted_at, duration_ms, url, status_code,
         failure, message, answer, status, step, next_attempt_at)
   ), recorded as (
     update webhook_deliveries d set status = r.status, step = r.step, attempt_count = r.number,
       next_attempt_at = r.next_attempt_at, last_attempt_at = r.attempted_at, last_status_code = r.status_code,
       last_error = r.message, completed_at = case when r.status <> 'pending' then $16::timestamptz end
     from result r
     where d.company_id = r.company_id and d.id = r.delivery_id and d.endpoint_id = r.endpoint_id
       and d.event_sequence = r.event_sequence and d.attempt_count = r.number - 1
       and (d.status = 'pending' or r.status <> 'pending')
     returning d.company_id, d.id
   ), attempts as (
     insert into webhook_attempts (company_id, delivery_id, number, attempted_at, duration_ms, url, status_code, failure, message, answer)
     select r.company_id, r.delivery_id, r.number, r.attempted_at, r.duration_ms, r.url, r.status_code, r.failure, r.message, r.answer
     from result r join recorded d on d.company_id = r.company_id and d.id = r.delivery_id
   )
   update webhook_endpoints e set failed_at = case when not x.succeeded then x.attempted_at end,
     failing_since = case when not x.succeeded then
       case when e.failed_at > x.attempted_at - ${failingSince} then e.failing_since else x.attempted_at end end
   from (
     select company_id, endpoint_id, bool_or(status = 'succeeded') as succeeded, min(attempted_at) as attempted_at
     from result group by company_id, endpoint_id
   ) x
   where e.company_id = x.company_id and e.id = x.endpoint_id and (not x.succeeded or e.failing_since is not null)
   returning e.company_id, e.id as endpoint_id, e.failing_since`,
);

export type AttemptResult = EndpointKey & { delivery_id: number; sequence: number; attempt: DeliveryAttempt };

/** Returns, for the endpoints that failed, since when they have had nothing but failures. */
export function recordAttempts(db: Queryable, now: Date, results: readonly AttemptResult[]) {
  const attempts = results.map(({ attempt }) => attempt);
  return db.query<EndpointKey & { failing_since: Date | null }>(record, [
    ...columnsOf(results),
    results.map((result) => result.delivery_id),
    results.map((result) => result.sequence),
    attempts.map((attempt) => attempt.number),
    attempts.map((attempt) => attempt.attemptedAt),
    attempts.map((attempt) => attempt.durationMs),
    attempts.map((attempt) => attempt.url),
    attempts.map((attempt) => attempt.statusCode),
    attempts.map((attempt) => attempt.failure),
    attempts.map((attempt) => attempt.message),
    attempts.map((attempt) => attempt.answer),
    attempts.map((attempt) => attempt.status),
    attempts.map((attempt) => attempt.step),
    attempts.map((attempt) => attempt.nextAttemptAt),
    now,
  ]);
}
