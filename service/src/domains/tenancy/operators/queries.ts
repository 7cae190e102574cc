import { type Queryable, statement } from "../../../platform/db/database.ts";
import { containsPattern } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { unfinishedByAdapterSql, unfinishedRegistrationsSql } from "../../fiscal/registration/fragments.ts";
import { pendingRefundsSql } from "../../payments/payments/fragments.ts";
import { pendingDeliveriesSql } from "../../webhooks/deliveries/fragments.ts";
import { disabledEndpointsSql, failingEndpointsSql } from "../../webhooks/endpoints/fragments.ts";
import { bodiesContainingSql } from "../../webhooks/events/fragments.ts";
import {
  companiesByStatusSql,
  fromCompaniesSql,
  joinCountersOf,
  joinPlanOf,
} from "../companies/fragments.ts";
import { countMembersSql, ownersSql } from "../users/fragments.ts";

const fields = `co.id, co.name, co.email, co.country, co.tax_id, co.status, co.status_reason as reason,
  ${isoSql("co.created_at")} as created_at, ${isoSql("co.approved_at")} as approved_at, o.owner`;

// The owner who joined first represents the company.
const owner = `left join lateral (
     select json_build_object('name', u.name, 'email', u.email, 'confirmed', u.email_verified) as owner
     ${ownersSql("co.id")} order by m.created_at, m.user_id limit 1
   ) o on true`;

const list = statement(
  "operator_companies",
  `select ${jsonOf(fields)} as json ${fromCompaniesSql} ${owner}
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
     n.event_sequence as events, ${countMembersSql("co.id")} as users`)} as json
   ${fromCompaniesSql} ${joinPlanOf("co.id")} ${joinCountersOf("co.id")}
     cross join lateral (select date_trunc('month', $2::timestamptz at time zone co.time_zone)::date as first) m ${owner}
   where co.id = $1`,
);

export async function findOne(db: Queryable, companyId: number, now: Date): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(one, [companyId, now]);
  return row?.json;
}

const ownersOf = statement(
  "operator_owners",
  `select u.email, u.language ${ownersSql("$1")} order by m.created_at limit 20`,
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
     'deliveries', ${pendingDeliveriesSql("$1")},
     'failing_endpoints', ${failingEndpointsSql},
     'disabled_endpoints', ${disabledEndpointsSql},
     'registrations', ${unfinishedRegistrationsSql("$1")},
     'by_adapter', ${unfinishedByAdapterSql},
     'refunds', ${pendingRefundsSql("$1")},
     'database', json_build_object('version', current_setting('server_version'),
       'bytes', pg_database_size(current_database()),
       'connections', (select count(*) from pg_stat_activity where datname = current_database()),
       'connections_max', current_setting('max_connections')::int),
     'companies', (select coalesce(json_object_agg(status, number), '{}') from (
       ${companiesByStatusSql}) c)
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

const events = statement("operator_events_of_request", `${bodiesContainingSql("$1", "$2")} limit 100`);

/** Events contain their request id, but it is not indexed, so only those of the last days are searched. */
export async function findEventsOfRequest(db: Queryable, requestId: string, since: Date): Promise<Json[]> {
  const rows = await db.query<Pick<Tables["events"], "body">>(events, [`"request_id":"${requestId}"`, since]);
  return rows.map(({ body }) => body);
}
