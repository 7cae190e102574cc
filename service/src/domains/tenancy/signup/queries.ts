import { type Queryable, statement } from "../../../platform/db/database.ts";

const lock = statement("registration_lock", "select from companies where id = $1 for no key update");

/** If two owners ask at the same time, only one of them is shown the credentials. */
export async function lockForCredentials(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(lock, [companyId]);
}

const keyExists = statement("registration_has_key", "select from api_keys where company_id = $1 limit 1");

export async function hasKey(tx: Queryable, companyId: number): Promise<boolean> {
  return (await tx.query(keyExists, [companyId])).length === 1;
}

export type OnboardingProgress = Record<
  "credentials" | "ping" | "scopes" | "webhook" | "einvoicing" | "gateway",
  boolean
>;

const progress = statement(
  "registration_progress",
  `select exists (select from api_keys where company_id = $1 and revoked_at is null
       and (secret_stored_at is not null or last_used_at is not null)) as credentials,
     exists (select from api_keys where company_id = $1 and last_used_at is not null) as ping,
     exists (select from api_keys where company_id = $1 and revoked_at is null and cardinality(scopes) > 0) as scopes,
     exists (select from webhook_endpoints where company_id = $1 and url is not null) as webhook,
     exists (select from fiscal_integrations where company_id = $1 and environment = $2) as einvoicing,
     (select gateway is not null and gateway <> 'none' from companies where id = $1) as gateway`,
);

export async function readProgress(
  db: Queryable,
  companyId: number,
  environment: string,
): Promise<OnboardingProgress> {
  const [row] = await db.query<OnboardingProgress>(progress, [companyId, environment]);
  return row!;
}
