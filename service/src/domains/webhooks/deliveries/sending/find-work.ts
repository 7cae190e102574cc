import { type Queryable, statement } from "../../../../platform/db/database.ts";

// Finds endpoints that have work. Most are announced to the worker; these queries find the others.

export type EndpointKey = { company_id: number; endpoint_id: number };

export const servable = `e.status = 'enabled' and co.status = 'active' and not 'webhooks' = any(s.disabled_features)`;
export const owners =
  "join companies co on co.id = e.company_id join subscriptions s on s.company_id = e.company_id";

/** Free at time $1, or leased by worker $2 itself, in case it has lost track of it. */
const free = "(e.leased_until is null or e.leased_until <= $1 or e.leased_by = $2)";

const behind = (companies: string) => `
  select e.company_id, e.id as endpoint_id, e.failing_since is not null as failing
  from webhook_endpoints e join company_counters n on n.company_id = e.company_id ${owners}
  where ${companies} ${servable} and ${free}
    and (e.delivered_sequence < n.event_sequence or e.replayed_sequence is not null`;

const findAnnounced = statement(
  "delivery_find_announced",
  `${behind("e.company_id = any($3) and")} or exists (
     select from webhook_deliveries d where d.company_id = e.company_id and d.endpoint_id = e.id
       and d.status = 'pending' and d.next_attempt_at <= $1))`,
);

/** Endpoints of the named companies that have anything to do. */
export function findAnnouncedEndpoints(
  db: Queryable,
  now: Date,
  worker: string,
  companies: readonly number[],
) {
  return db.query<EndpointKey & { failing: boolean }>(findAnnounced, [now, worker, companies]);
}

const findBehind = statement("delivery_find_behind", `${behind("")})`);

/** Endpoints with events they have not been sent. This looks at every endpoint, so it is only the safety net. */
export function findEndpointsBehind(db: Queryable, now: Date, worker: string) {
  return db.query<EndpointKey & { failing: boolean }>(findBehind, [now, worker]);
}

// Steps through the index from endpoint to endpoint, so that one with a million due deliveries costs no more than one
// with a single delivery.
const findDue = statement(
  "delivery_find_due",
  `with recursive waiting as (
     (select company_id, endpoint_id, next_attempt_at from webhook_deliveries where status = 'pending'
      order by company_id, endpoint_id, next_attempt_at limit 1)
     union all
     select d.company_id, d.endpoint_id, d.next_attempt_at from waiting w cross join lateral (
       select d.company_id, d.endpoint_id, d.next_attempt_at from webhook_deliveries d
       where d.status = 'pending' and (d.company_id, d.endpoint_id) > (w.company_id, w.endpoint_id)
       order by d.company_id, d.endpoint_id, d.next_attempt_at limit 1
     ) d
   )
   select e.company_id, e.id as endpoint_id, e.failing_since is not null as failing
   from waiting w join webhook_endpoints e on e.company_id = w.company_id and e.id = w.endpoint_id ${owners}
   where w.next_attempt_at <= $1 and ${servable} and ${free}`,
);

export function findEndpointsDue(db: Queryable, now: Date, worker: string) {
  return db.query<EndpointKey & { failing: boolean }>(findDue, [now, worker]);
}
