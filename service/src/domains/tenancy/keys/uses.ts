import type { Scope } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Clock } from "../../../platform/values/clock.ts";
import { touchKeys } from "./queries.ts";

/** When a key was last used, and which of its scopes were used since that was last written. */
export type KeyUse = { at: Date; scopes: Set<Scope> };

/**
 * Kept in memory and written now and then, for all keys in one statement: a request only pays for two map look-ups.
 * Scopes are as precise as that interval, which is plenty for saying that one has not been used for a month.
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
  /** For the next flush; uses noted since are newer, and only lack the scopes. */
  const putBack = (lost: ReadonlyMap<string, KeyUse>) => {
    for (const [appId, { at, scopes }] of lost) {
      const use = uses.get(appId) ?? note(appId, at);
      for (const scope of scopes) use.scopes.add(scope);
    }
  };
  return {
    note,
    noteScope: (appId: string, scope: Scope, clock: Clock): void => {
      // A flush may come between the two notes of one request.
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
