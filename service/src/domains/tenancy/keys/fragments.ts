import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read API keys `k`.

export const fromKeysSql = fragment("from api_keys k");

/** Whether a company has, or had, a key. */
export const hasKeySql = (company: string) =>
  fragment(`exists (select from api_keys k where k.company_id = ${company})`);

/** How far the company `$1` got with its keys: it has the `credentials`, made a `ping`, and gave out `scopes`. */
export const keyProgressSql =
  fragment(`exists (select from api_keys where company_id = $1 and revoked_at is null
       and (secret_stored_at is not null or last_used_at is not null)) as credentials,
     exists (select from api_keys where company_id = $1 and last_used_at is not null) as ping,
     exists (select from api_keys where company_id = $1 and revoked_at is null and cardinality(scopes) > 0) as scopes`);

/** The key that did what the audit entry `r` says; its id there is its App ID. */
export const joinActingKeySql = fragment(
  "left join api_keys k on r.actor_type = 'key' and k.company_id = r.company_id and k.app_id = r.actor_id",
);

/** The newest App ID of the company `$1` that has a scope at the time `$2`. */
export const newestAppIdSql = (scope: string) =>
  fragment(`select app_id from api_keys where company_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
     and '${scope}' = any(scopes)
   order by created_at desc, app_id limit 1`);
