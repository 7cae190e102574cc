import type { BlockList } from "node:net";
import type { Context } from "../../../context.ts";
import { isScope, type KeyPrincipal, type Principal } from "../../../contract/access.ts";
import { idsInPayload } from "../../../platform/db/notifier.ts";
import { hashSecret, secretMatches } from "../../../platform/security/secrets.ts";
import { companiesChannel, tenantOf } from "../companies/service.ts";
import { isAllowed, limitedRate, networksOf } from "./limits.ts";
import { findKey, type KeyRow } from "./queries.ts";
import { startGracePeriod } from "./service.ts";
import { createKeyUses } from "./uses.ts";

type VerifiedKey = { row: KeyRow; principal: KeyPrincipal; networks: BlockList | undefined };

/** Where a request comes from. Finding out takes time, so it is asked only if it matters. */
type AddressOf = () => string;

export type KeyVerifier = {
  verify(
    credential: { appId: string; secret: string },
    addressOf: AddressOf,
  ): KeyPrincipal | undefined | Promise<KeyPrincipal | undefined>;
  /** Whether the principal is still current, may be used from this address, and its secret is not about to expire. */
  isUnchanged(principal: KeyPrincipal, addressOf: AddressOf): boolean;
  /** Records the scope that authorised the request. */
  noteScope(principal: Principal, route: { scope: string; orScope?: string }): void;
  /** Stores when keys and their scopes were last used; returns how many keys. */
  flushUses(): Promise<number>;
};

/**
 * Verified keys are cached, but only while this node receives notifications: a revocation on another node then
 * invalidates the entry at once, and a lost connection disables the cache.
 */
export function createKeyVerifier(context: Context): KeyVerifier {
  const { db, reads, listener, clock } = context;
  const known = new Map<string, VerifiedKey>();
  const uses = createKeyUses();
  let generation = 0;

  listener.on(companiesChannel, (payload) => {
    generation += 1;
    const companies = idsInPayload(payload);
    for (const [appId, entry] of known) {
      if (!companies || companies.has(entry.row.company_id)) known.delete(appId);
    }
  });

  const lookUp = async (appId: string): Promise<VerifiedKey | undefined> => {
    const before = generation;
    const row = await findKey(reads, appId);
    if (!row) return undefined;
    const networks = networksOf(row.limits.allowed_ips);
    const entry = { row, principal: principalOf(context, row), networks };
    // A notification arrived during the query, so the result may be stale.
    if (generation === before) known.set(appId, entry);
    return entry;
  };

  const check = (entry: VerifiedKey, secret: string, addressOf: AddressOf) => {
    const { row, principal } = entry;
    const presented = hashSecret(secret);
    const now = clock.now();
    if (!isUsable(entry, now, addressOf)) return undefined;
    if (secretMatches(presented, row.secret_hash)) {
      uses.note(row.app_id, now);
      if (row.secret_used_at !== null) return principal;
      return startGracePeriod(context, row.company_id, row.app_id).then(() => principal);
    }
    if (!secretMatches(presented, row.previous_secret_hash) || graceIsOver(row, now)) return undefined;
    uses.note(row.app_id, now);
    return principal;
  };

  return {
    verify: ({ appId, secret }, addressOf) => {
      const cached = listener.alive() ? known.get(appId) : undefined;
      // A secret that does not match may be newer than the cache: the caller may be faster than the notification.
      const accepted = cached && check(cached, secret, addressOf);
      if (accepted) return accepted;
      return lookUp(appId).then((entry) => entry && check(entry, secret, addressOf));
    },
    isUnchanged: (principal, addressOf) => {
      const entry = listener.alive() ? known.get(principal.appId) : undefined;
      if (entry?.principal !== principal || entry.row.previous_secret_hash !== null) return false;
      const now = clock.now();
      if (!isUsable(entry, now, addressOf)) return false;
      uses.note(principal.appId, now);
      return true;
    },
    noteScope: (principal, { scope, orScope }) => {
      if (principal.kind !== "key" || !isScope(scope)) return;
      const used = principal.scopes.has(scope) ? scope : orScope;
      if (used && isScope(used)) uses.noteScope(principal.appId, used, clock);
    },
    flushUses: () => uses.flush(db),
  };
}

const graceIsOver = (row: KeyRow, now: Date) =>
  row.previous_valid_until !== null && row.previous_valid_until <= now;

/** An address that may not use the key is refused like a wrong secret: the holder of a stolen one learns nothing. */
const isUsable = ({ row: { limits }, networks }: VerifiedKey, now: Date, addressOf: AddressOf) =>
  (limits.expires_at === null || now < limits.expires_at) &&
  (networks === undefined || isAllowed(networks, addressOf()));

function principalOf({ config }: Context, row: KeyRow): KeyPrincipal {
  const tenant = tenantOf(config, row);
  return {
    kind: "key",
    appId: row.app_id,
    scopes: new Set(row.scopes.filter(isScope)),
    strict: row.limits.strict,
    ...tenant,
    postLimit: limitedRate(tenant.postLimit, row.limits.post_rate),
  };
}
