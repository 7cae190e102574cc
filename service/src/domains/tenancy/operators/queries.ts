import { type Queryable, statement } from "../../../platform/db/database.ts";
import { containsPattern } from "../../../platform/db/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

const fields = `co.id, co.name, co.email, co.country, co.tax_id, co.status, co.status_reason as reason,
  ${isoSql("co.created_at")} as created_at, ${isoSql("co.approved_at")} as approved_at, o.owner`;

// The owner who joined first represents the company.
const owner = `left join lateral (
     select json_build_object('name', u.name, 'email', u.email, 'confirmed', u.email_verified) as owner
     from memberships m join users u on u.id = m.user_id
     where m.company_id = co.id and m.role = 'owner' order by m.created_at, m.user_id limit 1
   ) o on true`;

const list = statement(
  "operator_companies",
  `select ${jsonOf(fields)} as json from companies co ${owner}
   where ($1::text is null or co.status = $1) and ($2::int8 is null or co.id < $2)
     and ($3::text is null or co.name ilike $3 or co.email ilike $3 or co.tax_id ilike $3 or co.id::text = $4)
   order by co.id desc limit $5`,
);

export async function findCompanies(
  db: Queryable,
  wanted: { status: string | undefined; q: string | undefined; before: number | undefined; count: number },
): Promise<Json[]> {
  const { status = null, q, before = null, count } = wanted;
  const pattern = q === undefined ? null : containsPattern(q);
  const rows = await db.query<{ json: Json }>(list, [status, before, pattern, q ?? null, count]);
  return rows.map(({ json }) => json);
}

const one = statement(
  "operator_company",
  `select ${jsonOf(`${fields}, co.currency, co.time_zone,
     json_build_object('disabled_features', s.disabled_features, 'post_rate', s.post_rate,
       'company_post_rate', s.company_post_rate, 'read_rate', s.read_rate, 'quotas',
       json_build_object('invoices', s.quota_invoices, 'payment_links', s.quota_payment_links)) as plan,
     json_build_object('month', m.first, 'invoices', case when n.usage_month = m.first then n.invoices_used else 0 end,
       'payment_links', case when n.usage_month = m.first then n.payment_links_used else 0 end) as usage,
     n.event_sequence as events, (select count(*) from memberships u where u.company_id = co.id) as users`)} as json
   from companies co join subscriptions s on s.company_id = co.id join company_counters n on n.company_id = co.id
     cross join lateral (select date_trunc('month', $2::timestamptz at time zone co.time_zone)::date as first) m ${owner}
   where co.id = $1`,
);

export async function findOne(db: Queryable, companyId: number, now: Date): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(one, [companyId, now]);
  return row?.json;
}

const ownersOf = statement(
  "operator_owners",
  `select u.email, u.language from memberships m join users u on u.id = m.user_id
   where m.company_id = $1 and m.role = 'owner' order by m.created_at limit 20`,
);

export function findOwners(
  db: Queryable,
  companyId: number,
): Promise<Pick<Tables["users"], "email" | "language">[]> {
  return db.query(ownersOf, [companyId]);
}

const health = statement(
  "operator_health",
  `select json_build_object(
     'deliveries', (select json_build_object('pending', count(*),
         'oldest_seconds', floor(extract(epoch from $1 - min(created_at))))
       from webhook_deliveries where status = 'pending'),
     'failing_endpoints', (select count(*) from webhook_endpoints where failing_since is not null and status = 'enabled'),
     'disabled_endpoints', (select count(*) from webhook_endpoints where status = 'disabled'),
     'registrations', (select json_build_object(
         'pending', count(*) filter (where state in ('queued', 'submitting', 'pending', 'cancelling')),
         'unknown', count(*) filter (where state = 'unknown'),
         'oldest_seconds', floor(extract(epoch from $1 - min(created_at))))
       from fiscal_documents where next_action_at is not null),
     'by_adapter', (select coalesce(json_object_agg(adapter, waiting), '{}') from (
       select adapter, count(*) as waiting from fiscal_documents where next_action_at is not null group by adapter) a),
     'refunds', (select json_build_object('pending', count(*),
         'oldest_seconds', floor(extract(epoch from $1 - min(created_at)))) from refunds where status = 'pending'),
     'database', json_build_object('version', current_setting('server_version'),
       'bytes', pg_database_size(current_database()),
       'connections', (select count(*) from pg_stat_activity where datname = current_database()),
       'connections_max', current_setting('max_connections')::int),
     'companies', (select coalesce(json_object_agg(status, number), '{}') from (
       select status, count(*) as number from companies group by status) c)
   )::text as json`,
);

export type ServiceHealth = {
  deliveries: { pending: number; oldest_seconds: number | null };
  failing_endpoints: number;
  disabled_endpoints: number;
  registrations: { pending: number; unknown: number; oldest_seconds: number | null };
  by_adapter: Record<string, number>;
  refunds: { pending: number; oldest_seconds: number | null };
  database: object;
  companies: Record<string, number>;
};

export async function readHealth(db: Queryable, now: Date): Promise<ServiceHealth> {
  const [row] = await db.query<{ json: string }>(health, [now]);
  return JSON.parse(row!.json) as ServiceHealth;
}

const events = statement(
  "operator_events_of_request",
  `select body from events where created_at > $2 and strpos(body, $1) > 0 order by created_at, company_id, sequence limit 100`,
);

/** Events contain their request id, but it is not indexed, so only those of the last days are searched. */
export async function findEventsOfRequest(db: Queryable, requestId: string, since: Date): Promise<Json[]> {
  const rows = await db.query<{ body: Json }>(events, [`"request_id":"${requestId}"`, since]);
  return rows.map(({ body }) => body);
}
