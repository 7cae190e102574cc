import { notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { findKeyFacts, findKeys, type KeyDetails } from "./queries.ts";

export const keysListedMax = 200;
const unusedAfterMs = 90 * 24 * 60 * 60 * 1000;

/** A company's keys as the dashboard lists them: their scopes, which of them are used, and which secrets are valid. */
export async function listKeys(db: Queryable, companyId: number, now: Date): Promise<Json> {
  const found = await findKeys(db, companyId, keysListedMax);
  return JSON.stringify(found.map((facts) => keyStatus(facts, now)));
}

export async function readKey(db: Queryable, companyId: number, appId: string, now: Date): Promise<Json> {
  const facts = await findKeyFacts(db, companyId, appId);
  if (!facts) throw notFound("The key");
  return JSON.stringify(keyStatus(facts, now));
}

function keyStatus(facts: KeyDetails, now: Date) {
  const { app_id, name, scopes, created_at, last_used_at, rotated_at, revoked_at } = facts;
  const { has_previous, previous_valid_until, rotation_grace_seconds } = facts;
  const isLive = revoked_at === null;
  return {
    app_id,
    name,
    scopes,
    allowed_ips: facts.allowed_ips,
    expires_at: textOf(facts.expires_at),
    strict: facts.strict,
    post_rate: facts.post_rate,
    created_at: isoText(created_at),
    last_used_at: textOf(last_used_at),
    last_used_scopes: facts.scopes_last_used_at,
    unused_scopes: isLive ? unusedScopes(facts, now) : [],
    rotated_at: textOf(rotated_at),
    // The old secret has no end until the new one is used: the first use starts the grace period.
    previous_secret_valid: isLive && has_previous && !(previous_valid_until && previous_valid_until <= now),
    previous_secret_until: has_previous ? textOf(previous_valid_until) : null,
    grace_seconds: rotated_at === null ? null : rotation_grace_seconds,
    secret_stored_at: textOf(facts.secret_stored_at),
    revoked_at: textOf(revoked_at),
  };
}

const textOf = (moment: Date | null) => (moment === null ? null : isoText(moment));

/** Scopes that were granted more than three months ago and not used since. */
function unusedScopes(
  { scopes, scopes_last_used_at, scopes_granted_at, created_at }: KeyDetails,
  now: Date,
): string[] {
  const since = isoText(new Date(now.getTime() - unusedAfterMs));
  return scopes.filter((scope) => {
    const given = scopes_granted_at[scope] ?? isoText(created_at);
    const used = scopes_last_used_at[scope] ?? given;
    return given <= since && used <= since;
  });
}
