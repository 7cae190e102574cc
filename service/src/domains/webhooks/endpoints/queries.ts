import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { companyGatewaySql, fromCountersSql } from "../../tenancy/companies/fragments.ts";
import { endPendingSql, undeliveredTypesSql } from "../deliveries/fragments.ts";
import { disabledByHand, endedWithEndpoint } from "./refusals.ts";

/** An endpoint without a URL uses the service's own receiver, whose address is a setting that the service fills in. */
const gateway = `${companyGatewaySql("r.company_id")} as gateway`;
const fields = `${gateway}, r.id, r.is_primary as primary, r.url, r.url is null as default_url, r.description,
  r.event_types as events, r.status, r.disabled_reason, ${isoSql("r.disabled_at")} as disabled_at,
  ${isoSql("r.failing_since")} as failing_since, ${isoSql("r.previous_secret_until")} as previous_secret_until,
  ${isoSql("r.created_at")} as created_at, ${isoSql("r.updated_at")} as updated_at`;

const find = statement(
  "endpoint_find",
  `select ${jsonOf(fields)} as json from webhook_endpoints r where r.company_id = $1 and r.id = $2`,
);
const lock = statement("endpoint_lock", `${find.text} for no key update of r`);

// Locked, so that it can be neither disabled nor deleted until the end of the transaction.
const hold = statement("endpoint_hold", `${find.text} for share of r`);

export async function holdEndpoint(tx: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const [row] = await tx.query<{ json: Json }>(hold, [companyId, id]);
  return row?.json;
}

export async function findEndpoint(db: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(find, [companyId, id]);
  return row?.json;
}

export async function lockEndpoint(tx: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const [row] = await tx.query<{ json: Json }>(lock, [companyId, id]);
  return row?.json;
}

const findFirst = statement(
  "endpoint_find_first",
  "select id from webhook_endpoints where company_id = $1 order by is_primary desc, id limit 1",
);

/** The primary one, if there is one. */
export async function findFirstId(db: Queryable, companyId: number): Promise<number | undefined> {
  const [row] = await db.query<Pick<Tables["webhook_endpoints"], "id">>(findFirst, [companyId]);
  return row?.id;
}

const exists = statement(
  "endpoint_exists",
  "select 1 from webhook_endpoints where company_id = $1 and id = $2",
);

export async function endpointExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const stopped = statement(
  "endpoint_find_stopped",
  `select id, coalesce(description, url) as name, disabled_reason as reason, ${isoSql("disabled_at")} as disabled_at
   from webhook_endpoints where company_id = $1 and status = 'disabled' and disabled_reason <> $2
   order by disabled_at desc, id limit 20`,
);

export type StoppedEndpoint = Pick<Tables["webhook_endpoints"], "id"> & {
  name: string | null;
  reason: string;
  disabled_at: string;
};

/** Endpoints that the service disabled, because they failed for too long or refused to be called. */
export function findStoppedEndpoints(db: Queryable, companyId: number): Promise<StoppedEndpoint[]> {
  return db.query<StoppedEndpoint>(stopped, [companyId, disabledByHand]);
}

const undelivered = statement("endpoint_undelivered_types", undeliveredTypesSql);

/** The types of what is pending for it, and of what failed and can be replayed. */
export async function findUndeliveredTypes(tx: Queryable, companyId: number, id: number): Promise<string[]> {
  return (await tx.query<{ type: string }>(undelivered, [companyId, id])).map(({ type }) => type);
}

const enabledFilters = statement(
  "endpoint_enabled_filters",
  `select event_types as events from webhook_endpoints
   where company_id = $1 and status = 'enabled' and ($2::bigint is null or id = $2) order by id for no key update`,
);

/** What the enabled endpoints, or one of them, are subscribed to, until the end of the transaction; null is all. */
export async function findEnabledFilters(
  tx: Queryable,
  companyId: number,
  id: number | null,
): Promise<(string[] | null)[]> {
  const rows = await tx.query<{ events: string[] | null }>(enabledFilters, [companyId, id]);
  return rows.map(({ events }) => events);
}

const lockNumber = statement(
  "endpoint_lock_number",
  "select pg_advisory_xact_lock(hashtextextended('webhook_endpoints:' || $1::text, 20260101))",
);

/** Locked, so that nobody else adds an endpoint to this company until the end of the transaction. */
export async function lockNumberOfEndpoints(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(lockNumber, [companyId]);
}

const count = statement(
  "endpoint_count",
  "select count(*) as count from webhook_endpoints where company_id = $1 and not is_primary",
);

export async function countEndpoints(db: Queryable, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(count, [companyId]);
  return row!.count;
}

export const endpointListing: Listing = {
  name: "endpoints",
  table: "webhook_endpoints",
  // A company has few endpoints.
  paths: [],
  filters: {
    status: (value) => `r.status = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r`,
};

export type EndpointColumns = { url: string | null; description: string | null; events: string[] | null };

// It starts with events from now on; earlier ones can be requested by a replay.
const insert = statement(
  "endpoint_insert",
  `insert into webhook_endpoints (company_id, is_primary, url, description, event_types, secret, created_at,
     updated_at, delivered_sequence)
   select $1, $3, $4, $5, $6, $7, $2, $2, n.event_sequence ${fromCountersSql} where n.company_id = $1
   on conflict (company_id) where is_primary do nothing
   returning id`,
);

/** Returns nothing when there is a primary endpoint already. */
export async function insertEndpoint(
  tx: Queryable,
  companyId: number,
  now: Date,
  endpoint: EndpointColumns & { primary: boolean; secret: string },
): Promise<number | undefined> {
  const { primary, url, description, events, secret } = endpoint;
  const [row] = await tx.query<Pick<Tables["webhook_endpoints"], "id">>(insert, [
    companyId,
    now,
    primary,
    url,
    description,
    events,
    secret,
  ]);
  return row?.id;
}

const update = statement(
  "endpoint_update",
  `update webhook_endpoints set url = $4, description = $5, event_types = $6, updated_at = $3,
     failing_since = case when url is not distinct from $4 then failing_since end,
     failed_at = case when url is not distinct from $4 then failed_at end
   where company_id = $1 and id = $2`,
);

export async function updateSettings(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { url, description, events }: EndpointColumns,
) {
  await tx.query(update, [companyId, id, now, url, description, events]);
}

const enable = statement(
  "endpoint_enable",
  `update webhook_endpoints e set status = 'enabled', disabled_reason = null, disabled_at = null, failing_since = null,
     failed_at = null,
     updated_at = $3, delivered_sequence = n.event_sequence
   ${fromCountersSql} where e.company_id = $1 and e.id = $2 and n.company_id = $1`,
);

export async function markEnabled(tx: Queryable, companyId: number, id: number, now: Date) {
  await tx.query(enable, [companyId, id, now]);
}

const disable = statement(
  "endpoint_disable",
  `update webhook_endpoints set status = 'disabled', disabled_reason = $4, disabled_at = $3, updated_at = $3,
     replayed_sequence = null, replay_until = null
   where company_id = $1 and id = $2`,
);

export async function markDisabled(tx: Queryable, companyId: number, id: number, now: Date, reason: string) {
  await tx.query(disable, [companyId, id, now, reason]);
}

// No delivery stays pending: pending ones become failed, where they can be found and replayed.
const endPending = statement("endpoint_end_pending", endPendingSql(endedWithEndpoint));

export async function endPendingDeliveries(tx: Queryable, companyId: number, id: number, now: Date) {
  await tx.query(endPending, [companyId, id, now]);
}

const remove = statement(
  "endpoint_delete",
  "delete from webhook_endpoints where company_id = $1 and id = $2",
);

export async function deleteEndpointRow(tx: Queryable, companyId: number, id: number) {
  await tx.query(remove, [companyId, id]);
}

const rotate = statement(
  "endpoint_rotate",
  `update webhook_endpoints set secret = $4, previous_secret = secret, previous_secret_until = $5, updated_at = $3
   where company_id = $1 and id = $2`,
);

export async function replaceSecret(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  secret: string,
  previousUntil: Date,
) {
  await tx.query(rotate, [companyId, id, now, secret, previousUntil]);
}

export type SecretRow = { endpoint_id: number } & Pick<
  Tables["webhook_endpoints"],
  "secret" | "previous_secret" | "previous_secret_until"
>;

const secrets = statement(
  "endpoint_secrets",
  `select id as endpoint_id, secret, previous_secret, previous_secret_until from webhook_endpoints
   where company_id = $1 and ($2::bigint is null or id = $2) order by is_primary desc, id`,
);

/** As stored, encrypted; for one endpoint, or for all. */
export async function findSecrets(db: Queryable, companyId: number, id: number | null): Promise<SecretRow[]> {
  return db.query<SecretRow>(secrets, [companyId, id]);
}

const primary = statement(
  "endpoint_primary_secrets",
  `select company_id, id as endpoint_id, secret, previous_secret, previous_secret_until from webhook_endpoints
   where company_id = any($1) and is_primary`,
);

export function findPrimarySecrets(db: Queryable, companies: readonly number[]) {
  return db.query<SecretRow & Pick<Tables["webhook_endpoints"], "company_id">>(primary, [companies]);
}

/** The channel on which workers hear that a company's endpoints have changed. */
export const endpointsChannel = "billfold_endpoints";

const notify = statement("endpoint_announce", `select pg_notify('${endpointsChannel}', $1)`);

/** Part of the transaction: a worker that did not hear of it would go on with an old address or secret. */
export async function notifyEndpointsChanged(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(notify, [String(companyId)]);
}

const stuck = statement(
  "endpoint_stuck_leases",
  "select count(*)::int as count from webhook_endpoints where leased_until > now() + $1 * interval '1 second'",
);

/** Leases that end so late that no worker can have taken them, unless the database's clock was set back. */
export async function countLeasesBeyond(db: Queryable, seconds: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(stuck, [seconds]);
  return row!.count;
}

const hasten = statement(
  "endpoint_hasten",
  `update webhook_endpoints set failing_since = failing_since - $2 * interval '1 ms', failed_at = failed_at - $2 * interval '1 ms'
   where company_id = $1 and failing_since is not null`,
);

/** What has failed has failed for longer by so much, because the company's clock was moved. */
export async function hastenDisabling(tx: Queryable, companyId: number, byMs: number): Promise<void> {
  await tx.query(hasten, [companyId, byMs]);
}
