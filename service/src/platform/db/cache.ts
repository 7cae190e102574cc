import { idsInPayload } from "./notifier.ts";

/** Caches look-ups of a company until a notification says that the company has changed. */
export type CompanyCache<T> = {
  get(companyId: number, name: string, lookUp: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Takes the payload of a notification, which lists the ids of the changed companies. */
  invalidate(payload: string): void;
};

// The number of companies; beyond it the whole cache is dropped.
const companiesMax = 1000;

/**
 * Used only while the LISTEN connection is alive, as docs/decisions/0007 explains. Misses are not cached, because
 * unauthenticated callers could fill the memory with them.
 */
export function createCompanyCache<T>(isListening: () => boolean): CompanyCache<T> {
  const companies = new Map<number, Map<string, T>>();
  const lookupsInFlight = new Set<{ companyId: number; isStale: boolean }>();

  const keep = (companyId: number, name: string, value: T) => {
    if (companies.size >= companiesMax) companies.clear();
    const ofCompany = companies.get(companyId) ?? new Map<string, T>();
    companies.set(companyId, ofCompany.set(name, value));
  };
  return {
    get: async (companyId, name, lookUp) => {
      const cached = isListening() ? companies.get(companyId)?.get(name) : undefined;
      if (cached !== undefined) return cached;
      const lookup = { companyId, isStale: false };
      lookupsInFlight.add(lookup);
      try {
        const found = await lookUp();
        // A notification arrived during the look-up, so the result may already be stale.
        if (found !== undefined && !lookup.isStale) keep(companyId, name, found);
        return found;
      } finally {
        lookupsInFlight.delete(lookup);
      }
    },
    invalidate: (payload) => {
      const changed = idsInPayload(payload);
      for (const lookup of lookupsInFlight) {
        if (!changed || changed.has(lookup.companyId)) lookup.isStale = true;
      }
      if (!changed) companies.clear();
      else for (const companyId of changed) companies.delete(companyId);
    },
  };
}
