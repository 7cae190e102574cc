import type { Principal, Scope, SiteScope } from "../../../contract/access.ts";
import { forbidden } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type GivenLimits, widens } from "./limits.ts";
import { lockLimits, lockScopes } from "./queries.ts";

/**
 * A user can only grant scopes that they have, and only see the secret or lift the limits of a key with no more scopes
 * than theirs: otherwise every role that manages keys would have an owner's rights. Operators on the command line are not
 * limited.
 */
export function requireGrantable(granter: Principal, scopes: readonly Scope[]): void {
  const lacking = lackingOf(granter, scopes);
  if (lacking.length === 0) return;
  throw beyondRole(
    lacking,
    `${nameOf(granter)} does not include ${listed(lacking)}, so you can't grant it to a key. Leave it out, or ask an owner of the company.`,
  );
}

/** Scopes that a key already has may stay: only added scopes are checked. */
export async function requireAdditionsGrantable(
  tx: Queryable,
  granter: Principal,
  companyId: number,
  appId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const held = await lockScopes(tx, companyId, appId);
  const added = scopes.filter((scope) => !held?.includes(scope));
  requireGrantable(granter, added);
}

/** Rotation shows a secret with all of the key's scopes. */
export function requireRotatable(
  tx: Queryable,
  granter: Principal,
  companyId: number,
  appId: string,
): Promise<void> {
  return requireWithinRole(tx, granter, companyId, appId, rotationRefused);
}

/** A key that can be used from elsewhere, or for longer, grants its scopes there and then. Limits may be tightened. */
export async function requireLimitsGrantable(
  tx: Queryable,
  granter: Principal,
  company: { id: number; timeZone: string },
  appId: string,
  limits: GivenLimits,
): Promise<void> {
  const before = await lockLimits(tx, company.id, appId);
  if (!before || !widens(before, limits, company.timeZone)) return;
  await requireWithinRole(tx, granter, company.id, appId, liftingRefused);
}

const rotationRefused =
  "and rotating it would show you its new secret. Ask an owner of the company to rotate it, or revoke it.";
const liftingRefused = "so you can't lift its limits. Tighten them, or ask an owner of the company.";

async function requireWithinRole(
  tx: Queryable,
  granter: Principal,
  companyId: number,
  appId: string,
  why: string,
): Promise<void> {
  const held = (await lockScopes(tx, companyId, appId)) ?? [];
  const lacking = lackingOf(granter, held);
  if (lacking.length === 0) return;
  throw beyondRole(
    lacking,
    `This key has ${listed(lacking)}, which ${nameOf(granter).toLowerCase()} does not include, ${why}`,
  );
}

function lackingOf(granter: Principal, scopes: readonly Scope[]): Scope[] {
  const own: ReadonlySet<Scope | SiteScope> = granter.scopes;
  return scopes.filter((scope) => !own.has(scope));
}

const beyondRole = (lacking: readonly Scope[], message: string) =>
  forbidden("scope_missing", message, { scope: lacking[0], scopes: lacking });

const nameOf = (granter: Principal) => (granter.kind === "user" ? `Your role, ${granter.role},` : "This key");

const listed = (scopes: readonly Scope[]) => scopes.join(", ");
