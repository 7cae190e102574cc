import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

export type IntegrationRow = Pick<
  Tables["fiscal_integrations"],
  "adapter" | "base_url" | "business_id" | "service_id" | "secrets"
>;

/** With the result of the last credentials check. */
export type KnownIntegration = IntegrationRow &
  Pick<Tables["fiscal_integrations"], "checked_at" | "refusal"> & {
    /** Identifies the account: adapter, address, business and service id in one. */
    account: NonNullable<Tables["fiscal_integrations"]["account"]>;
  };

const find = statement(
  "fiscal_integration_find",
  `select adapter, base_url, business_id, service_id, secrets, account, checked_at, refusal from fiscal_integrations
   where company_id = $1 and environment = $2`,
);

export async function findIntegration(
  db: Queryable,
  companyId: number,
  environment: string,
): Promise<KnownIntegration | undefined> {
  const [row] = await db.query<KnownIntegration>(find, [companyId, environment]);
  return row;
}

const baseUrls = statement(
  "fiscal_base_urls",
  `select base_url, array_agg(distinct company_id order by company_id)::text[] as companies from fiscal_integrations
   where base_url is not null and environment = $1 group by base_url order by base_url limit $2`,
);

/** Base URLs of this environment's integrations, and the companies that use them. */
export function findBaseUrls(db: Queryable, environment: string, limit: number) {
  return db.query<{ base_url: NonNullable<Tables["fiscal_integrations"]["base_url"]>; companies: string[] }>(
    baseUrls,
    [environment, limit],
  );
}

const lock = statement("fiscal_integration_lock", `${find.text} for no key update`);

export async function lockIntegration(
  tx: Queryable,
  companyId: number,
  environment: string,
): Promise<KnownIntegration | undefined> {
  const [row] = await tx.query<KnownIntegration>(lock, [companyId, environment]);
  return row;
}

const share = statement(
  "fiscal_integration_share",
  "select account from fiscal_integrations where company_id = $1 and environment = $2 for share",
);

/** Takes a shared lock on the account until the end of the transaction, and returns its name. */
export async function shareLockAccount(
  tx: Queryable,
  companyId: number,
  environment: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ account: NonNullable<Tables["fiscal_integrations"]["account"]> }>(share, [
    companyId,
    environment,
  ]);
  return row?.account;
}

const store = statement(
  "fiscal_integration_store",
  `insert into fiscal_integrations (company_id, environment, adapter, base_url, business_id, service_id, secrets,
     checked_at, created_at, updated_at)
   values ($1, $2, $4, $5, $6, $7, $8, $9, $3, $3)
   on conflict (company_id, environment) do update set adapter = $4, base_url = $5, business_id = $6, service_id = $7,
     secrets = $8, checked_at = $9, refusal = null, updated_at = $3
   returning account`,
);

export async function storeIntegration(
  db: Queryable,
  companyId: number,
  environment: string,
  now: Date,
  row: IntegrationRow,
  checkedAt: Date | null,
): Promise<string> {
  const { adapter, base_url, business_id, service_id, secrets } = row;
  const values = [
    companyId,
    environment,
    now,
    adapter,
    base_url,
    business_id,
    service_id,
    secrets,
    checkedAt,
  ];
  const [stored] = await db.query<{ account: NonNullable<Tables["fiscal_integrations"]["account"]> }>(
    store,
    values,
  );
  return stored!.account;
}

const retryNow = statement(
  "fiscal_bring_forward",
  `update fiscal_documents set next_action_at = $3, failures = 0
   where company_id = $1 and environment = $2 and next_action_at > $3 and lease_until is null`,
);

/** Makes waiting registrations due, because they may succeed with the new settings. */
export async function retryWaitingNow(
  tx: Queryable,
  companyId: number,
  environment: string,
  now: Date,
): Promise<void> {
  await tx.query(retryNow, [companyId, environment, now]);
}

const inProgress = statement(
  "fiscal_under_way",
  `select count(*)::int4 as count from fiscal_documents where company_id = $1 and environment = $2
     and (state in ('submitting', 'unknown', 'pending', 'cancelling') or (state = 'queued' and lease_until > $3))`,
);

/** Counts the documents that the configured authority may have accepted. */
export async function countInProgress(
  tx: Queryable,
  companyId: number,
  environment: string,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(inProgress, [companyId, environment, now]);
  return row!.count;
}

const remove = statement(
  "fiscal_integration_remove",
  "delete from fiscal_integrations where company_id = $1 and environment = $2",
);

export async function removeIntegration(
  tx: Queryable,
  companyId: number,
  environment: string,
): Promise<void> {
  await tx.query(remove, [companyId, environment]);
}

const note = statement(
  "fiscal_integration_note",
  `update fiscal_integrations set checked_at = $3, refusal = $4
   where company_id = $1 and environment = $2 and (checked_at is null or refusal is distinct from $4)`,
);

/** Records whether the authority accepted the settings. */
export async function recordRefusal(
  db: Queryable,
  companyId: number,
  environment: string,
  now: Date,
  refusal: string | null,
): Promise<void> {
  await db.query(note, [companyId, environment, now, refusal]);
}

const show = statement(
  "fiscal_integration_show",
  `select ${jsonOf(`i.adapter, i.environment, i.base_url, i.business_id, i.service_id,
     case when i.refusal is not null then 'refused' when i.checked_at is null then 'unchecked' else 'working' end as status,
     i.refusal, ${isoSql("i.checked_at")} as checked_at, ${isoSql("i.created_at")} as created_at,
     ${isoSql("i.updated_at")} as updated_at`)} as json
   from fiscal_integrations i where i.company_id = $1 and i.environment = $2`,
);

export async function showIntegration(
  db: Queryable,
  companyId: number,
  environment: string,
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(show, [companyId, environment]);
  return row?.json;
}
