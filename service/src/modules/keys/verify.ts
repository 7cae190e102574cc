import { burstFor, isFeature, isScope, type KeyPrincipal } from "../../access.ts";
import type { Context } from "../../context.ts";
import { hashSecret, secretMatches } from "../../foundation/secrets.ts";
import { findKey, type KeyRow, touchKeys } from "./queries.ts";
import { startGracePeriod } from "./service.ts";

type Known = { row: KeyRow; principal: KeyPrincipal };

export type KeyVerifier = {
  verify(credential: {
    appId: string;
    secret: string;
  }): KeyPrincipal | undefined | Promise<KeyPrincipal | undefined>;
  /** Is this still what the key stands for, and was it proved by a secret that nothing is about to end? */
  isUnchanged(principal: KeyPrincipal): boolean;
  /** Writes down when keys were last used; returns how many. */
  flushUses(): Promise<number>;
};

/**
 * Keys are remembered between requests, but only while this node hears the announcements of the others: a
 * revocation elsewhere then drops the entry at once, and a lost connection switches the memory off.
 */
export function createKeyVerifier(context: Context): KeyVerifier {
  const { db, reads, listener, clock } = context;
  const known = new Map<string, Known>();
  let uses = new Map<string, Date>();
  let generation = 0;

  listener.on("billfold_companies", (companyId) => {
    generation += 1;
    for (const [appId, entry] of known) {
      if (companyId === "" || entry.row.company_id === Number(companyId)) known.delete(appId);
    }
  });

  const lookUp = async (appId: string): Promise<Known | undefined> => {
    const before = generation;
    const row = await findKey(reads, appId);
    if (!row) return undefined;
    const entry = { row, principal: principalOf(context, row) };
    // Announced while we were reading: what we read may already be old.
    if (generation === before) known.set(appId, entry);
    return entry;
  };

  const check = ({ row, principal }: Known, secret: string) => {
    const presented = hashSecret(secret);
    const now = clock.now();
    if (secretMatches(presented, row.secret_hash)) {
      uses.set(row.app_id, now);
      if (row.secret_used_at !== null) return principal;
      return startGracePeriod(context, row.company_id, row.app_id).then(() => principal);
    }
    if (!secretMatches(presented, row.previous_secret_hash) || graceIsOver(row, now)) return undefined;
    uses.set(row.app_id, now);
    return principal;
  };

  return {
    verify: ({ appId, secret }) => {
      const remembered = listener.alive() ? known.get(appId) : undefined;
      // A secret that does not fit may be newer than what is remembered: the news travels, the caller may be faster.
      const accepted = remembered && check(remembered, secret);
      if (accepted) return accepted;
      return lookUp(appId).then((entry) => entry && check(entry, secret));
    },
    isUnchanged: (principal) => {
      const entry = listener.alive() ? known.get(principal.appId) : undefined;
      if (entry?.principal !== principal || entry.row.previous_secret_hash !== null) return false;
      uses.set(principal.appId, clock.now());
      return true;
    },
    flushUses: async () => {
      const flushed = uses;
      uses = new Map();
      if (flushed.size > 0) await touchKeys(db, flushed);
      return flushed.size;
    },
  };
}

const graceIsOver = (row: KeyRow, now: Date) =>
  row.previous_valid_until !== null && row.previous_valid_until <= now;

function principalOf({ config }: Context, row: KeyRow): KeyPrincipal {
  const rate = row.post_rate ?? config.postRate;
  const burst = row.post_burst ?? (row.post_rate === null ? config.postBurst : burstFor(row.post_rate));
  return {
    kind: "key",
    appId: row.app_id,
    scopes: new Set(row.scopes.filter(isScope)),
    disabledFeatures: new Set(row.disabled_features.filter(isFeature)),
    postLimit: { rate, burst },
    company: {
      id: row.company_id,
      name: row.name,
      status: row.status,
      currency: row.currency,
      timeZone: row.time_zone,
      paymentTermsDays: row.payment_terms_days,
      invoiceSeries: row.invoice_series,
      gateway: row.gateway,
      supplier: row.supplier,
    },
  };
}
