import type { Scope } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Clock } from "../../../platform/values/clock.ts";
import { touchKeys } from "./queries.ts";

/** When a key was last used, and the scopes used since the last flush. */
export type KeyUse = { at: Date; scopes: Set<Scope> };

/**
 * Key uses are collected in memory and flushed for all keys in one statement, so that a request only pays for two map
 * look-ups. That interval is precise enough to report scopes that were unused for a month.
 */
export function createKeyUses() {
  let uses = new Map<string, KeyUse>();
  const note = (appId: string, at: Date): KeyUse => {
    const known = uses.get(appId);
    if (known) {
      known.at = at;
      return known;
    }
    const use = { at, scopes: new Set<Scope>() };
    uses.set(appId, use);
    return use;
  };
  /** Restores uses whose flush failed; newer ones only miss the scopes. */
  const putBack = (lost: ReadonlyMap<string, KeyUse>) => {
    for (const [appId, { at, scopes }] of lost) {
      const use = uses.get(appId) ?? note(appId, at);
      for (const scope of scopes) use.scopes.add(scope);
    }
  };
  return {
    note,
    noteScope: (appId: string, scope: Scope, clock: Clock): void => {
      // A flush may happen between the two calls of one request.
      const use = uses.get(appId) ?? note(appId, clock.now());
      use.scopes.add(scope);
    },
    flush: async (db: Queryable): Promise<number> => {
      const flushed = uses;
      uses = new Map();
      if (flushed.size === 0) return 0;
      await touchKeys(db, flushed).catch((error: unknown) => {
        putBack(flushed);
        throw error;
      });
      return flushed.size;
    },
  };
}
