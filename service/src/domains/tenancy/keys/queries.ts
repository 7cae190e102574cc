import type { Scope } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { joinTenantOf } from "../companies/fragments.ts";
import { type TenantRow, tenantColumnsSql } from "../companies/service.ts";
import type { KeyLimits } from "./limits.ts";
import type { KeyUse } from "./uses.ts";

/** A key with its company and plan, read in one query. */
export type KeyRow = TenantRow &
  Pick<
    Tables["api_keys"],
    "app_id" | "secret_hash" | "secret_used_at" | "previous_secret_hash" | "previous_valid_until" | "scopes"
  > & { limits: KeyLimits };

const limitsSql = "k.allowed_ips, k.expires_at, k.strict, k.post_rate as key_post_rate";
type LimitsRow = Omit<KeyLimits, "post_rate"> & { key_post_rate: number | null };
const limitsOf = ({ allowed_ips, expires_at, strict, key_post_rate: post_rate }: LimitsRow): KeyLimits => ({
  allowed_ips,
  expires_at,
  strict,
  post_rate,
});

const find = statement(
  "key_find",
  `select k.app_id, k.secret_hash, k.secret_used_at, k.previous_secret_hash, k.previous_valid_until, k.scopes, ${limitsSql},
     ${tenantColumnsSql}
   from api_keys k ${joinTenantOf("k.company_id")}
   where k.app_id = $1 and k.revoked_at is null`,
);

export async function findKey(db: Queryable, appId: string): Promise<KeyRow | undefined> {
  const [row] = await db.query<Omit<KeyRow, "limits"> & LimitsRow>(find, [appId]);
  return row && { ...row, limits: limitsOf(row) };
}

const insert = statement(
  "key_insert",
  `insert into api_keys (company_id, app_id, secret_hash, scopes, created_at, secret_used_at, name, allowed_ips, expires_at, strict, post_rate)
   values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)`,
);

export async function insertKey(
  tx: Queryable,
  companyId: number,
  key: {
    appId: string;
    name: string | null;
    secretHash: Buffer;
    scopes: readonly string[];
    limits: KeyLimits;
    now: Date;
  },
): Promise<void> {
  const { allowed_ips, expires_at, strict, post_rate } = key.limits;
  await tx.query(insert, [
    companyId,
    key.appId,
    key.secretHash,
    key.scopes,
    key.now,
    key.name,
    allowed_ips,
    expires_at,
    strict,
    post_rate,
  ]);
}

const lockLimitsOf = statement(
  "key_lock_limits",
  `select ${limitsSql} from api_keys k where company_id = $1 and app_id = $2 and revoked_at is null for update`,
);

/** Returns undefined if there is no such key, or it is revoked. */
export async function lockLimits(
  tx: Queryable,
  companyId: number,
  appId: string,
): Promise<KeyLimits | undefined> {
  const [row] = await tx.query<LimitsRow>(lockLimitsOf, [companyId, appId]);
  return row && limitsOf(row);
}

const setLimits = statement(
  "key_set_limits",
  `update api_keys set allowed_ips = $3, expires_at = $4, strict = $5, post_rate = $6
   where company_id = $1 and app_id = $2 and revoked_at is null`,
);

export async function updateLimits(
  tx: Queryable,
  companyId: number,
  appId: string,
  { allowed_ips, expires_at, strict, post_rate }: KeyLimits,
): Promise<void> {
  await tx.query(setLimits, [companyId, appId, allowed_ips, expires_at, strict, post_rate]);
}

const setName = statement(
  "key_set_name",
  `update api_keys k set name = $3 from (
     select name from api_keys where company_id = $1 and app_id = $2 and revoked_at is null for update) before
   where k.company_id = $1 and k.app_id = $2 returning before.name`,
);

/** Returns the name before, or undefined if there is no such key, or it is revoked. */
export async function updateName(
  tx: Queryable,
  companyId: number,
  appId: string,
  name: string | null,
): Promise<{ name: string | null } | undefined> {
  const [row] = await tx.query<Pick<Tables["api_keys"], "name">>(setName, [companyId, appId, name]);
  return row;
}

const markStored = statement(
  "key_mark_stored",
  `update api_keys set secret_stored_at = $3 where company_id = $1 and app_id = $2 and revoked_at is null
   returning app_id`,
);

export async function markSecretStored(tx: Queryable, companyId: number, appId: string, now: Date) {
  return (await tx.query(markStored, [companyId, appId, now])).length === 1;
}

const rotate = statement(
  "key_rotate",
  `update api_keys set
     previous_secret_hash = case when $5 = 0 then null
       when secret_used_at is null and previous_secret_hash is not null then previous_secret_hash else secret_hash end,
     previous_valid_until = null,
     secret_hash = $3, secret_used_at = null, secret_stored_at = null, rotated_at = $4, rotation_grace_seconds = $5
   where company_id = $1 and app_id = $2 and revoked_at is null returning app_id`,
);

export async function replaceSecret(
  tx: Queryable,
  companyId: number,
  appId: string,
  secretHash: Buffer,
  now: Date,
  graceSeconds: number,
): Promise<boolean> {
  return (await tx.query(rotate, [companyId, appId, secretHash, now, graceSeconds])).length === 1;
}

const markUsed = statement(
  "key_mark_used",
  `update api_keys set secret_used_at = $3::timestamptz, previous_valid_until = $3::timestamptz + make_interval(secs => rotation_grace_seconds)
   where company_id = $1 and app_id = $2 and secret_used_at is null returning app_id`,
);

/** The first use of a new secret starts the old one's grace period. */
export async function markSecretUsed(
  tx: Queryable,
  companyId: number,
  appId: string,
  now: Date,
): Promise<boolean> {
  return (await tx.query(markUsed, [companyId, appId, now])).length === 1;
}

const revoke = statement(
  "key_revoke",
  `update api_keys set revoked_at = $3 where company_id = $1 and app_id = $2 and revoked_at is null returning app_id`,
);

export async function revokeRow(
  tx: Queryable,
  companyId: number,
  appId: string,
  now: Date,
): Promise<boolean> {
  return (await tx.query(revoke, [companyId, appId, now])).length === 1;
}

const lockScopesOf = statement(
  "key_lock_scopes",
  `select scopes from api_keys where company_id = $1 and app_id = $2 and revoked_at is null for update`,
);

/** Returns undefined if there is no such key, or it is revoked. */
export async function lockScopes(
  tx: Queryable,
  companyId: number,
  appId: string,
): Promise<Scope[] | undefined> {
  const [row] = await tx.query<Pick<Tables["api_keys"], "scopes"> & { scopes: Scope[] }>(lockScopesOf, [
    companyId,
    appId,
  ]);
  return row?.scopes;
}

const setScopes = statement(
  "key_set_scopes",
  `update api_keys k set scopes = $3, scopes_granted_at = (
     select coalesce(jsonb_object_agg(s, case when s = any(k.scopes) then k.scopes_granted_at ->> s else ${isoSql("$4::timestamptz")} end), '{}')
     from unnest($3::text[]) s)
   where k.company_id = $1 and k.app_id = $2 and k.revoked_at is null returning app_id`,
);

/** Also records when added scopes were granted. */
export async function updateScopes(
  tx: Queryable,
  companyId: number,
  appId: string,
  scopes: readonly string[],
  now: Date,
) {
  return (await tx.query(setScopes, [companyId, appId, scopes, now])).length === 1;
}

const touch = statement(
  "key_touch",
  `update api_keys k set last_used_at = greatest(k.last_used_at, u.used_at), scopes_last_used_at = k.scopes_last_used_at || u.scopes
   from unnest($1::text[], $2::timestamptz[], $3::jsonb[]) as u(app_id, used_at, scopes) where k.app_id = u.app_id`,
);

export async function touchKeys(db: Queryable, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  const moments = [...uses.values()].map(({ at }) => at);
  const scopes = [...uses.values()].map(({ at, scopes: used }) =>
    JSON.stringify(Object.fromEntries([...used].map((scope) => [scope, isoText(at)]))),
  );
  await db.query(touch, [[...uses.keys()], moments, scopes]);
}

/** A key as the company sees it. */
export type KeyDetails = Pick<
  Tables["api_keys"],
  | "app_id"
  | "name"
  | "scopes"
  | "secret_stored_at"
  | "scopes_last_used_at"
  | "scopes_granted_at"
  | "created_at"
  | "last_used_at"
  | "rotated_at"
  | "revoked_at"
  | "previous_valid_until"
  | "rotation_grace_seconds"
> &
  KeyLimits & {
    scopes_last_used_at: Record<string, string>;
    scopes_granted_at: Record<string, string | null>;
    has_previous: boolean;
  };

const facts = `app_id, name, scopes, secret_stored_at, scopes_last_used_at, scopes_granted_at, created_at, last_used_at, rotated_at, revoked_at,
  previous_secret_hash is not null as has_previous, previous_valid_until, rotation_grace_seconds,
  allowed_ips, expires_at, strict, post_rate`;

const list = statement(
  "key_list",
  `select ${facts} from api_keys where company_id = $1
   order by revoked_at desc nulls first, created_at desc, app_id limit $2`,
);

/** Keys in use first, then the most recently revoked. */
export function findKeys(db: Queryable, companyId: number, limit: number): Promise<KeyDetails[]> {
  return db.query<KeyDetails>(list, [companyId, limit]);
}

const findOne = statement("key_facts", `select ${facts} from api_keys where company_id = $1 and app_id = $2`);

export async function findKeyFacts(
  db: Queryable,
  companyId: number,
  appId: string,
): Promise<KeyDetails | undefined> {
  const [row] = await db.query<KeyDetails>(findOne, [companyId, appId]);
  return row;
}

const anyOf = statement("key_any", "select from api_keys where company_id = $1 limit 1");

/** Revoked ones count too. */
export async function hasAnyKey(db: Queryable, companyId: number): Promise<boolean> {
  return (await db.query(anyOf, [companyId])).length === 1;
}

const countLive = statement(
  "key_count_live",
  "select count(*) as count from api_keys where company_id = $1 and revoked_at is null",
);

export async function countLiveKeys(db: Queryable, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(countLive, [companyId]);
  return row!.count;
}
