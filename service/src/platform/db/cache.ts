import { idsIn } from "./notifier.ts";

/** Look-ups about a company, cached until an announcement says that the company has changed. */
export type Memory<T> = {
  recall(companyId: number, name: string, lookUp: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Takes the payload of an announcement, which names the companies that have changed. */
  forget(payload: string): void;
};

// The number of companies; beyond it the whole cache is dropped.
const keptMax = 1000;

/**
 * Trusted only while announcements are heard, as docs/decisions/0007 explains. Misses are not cached: strangers could
 * fill the memory with them.
 */
export function createMemory<T>(isHeard: () => boolean): Memory<T> {
  const kept = new Map<number, Map<string, T>>();
  const underWay = new Set<{ companyId: number; isOld: boolean }>();

  const keep = (companyId: number, name: string, value: T) => {
    if (kept.size >= keptMax) kept.clear();
    const ofCompany = kept.get(companyId) ?? new Map<string, T>();
    kept.set(companyId, ofCompany.set(name, value));
  };
  return {
    recall: async (companyId, name, lookUp) => {
      const known = isHeard() ? kept.get(companyId)?.get(name) : undefined;
      if (known !== undefined) return known;
      const asking = { companyId, isOld: false };
      underWay.add(asking);
      try {
        const found = await lookUp();
        // An announcement arrived during the look-up, so the result may already be stale.
        if (found !== undefined && !asking.isOld) keep(companyId, name, found);
        return found;
      } finally {
        underWay.delete(asking);
      }
    },
    forget: (payload) => {
      const companies = idsIn(payload);
      for (const asking of underWay) {
        if (!companies || companies.has(asking.companyId)) asking.isOld = true;
      }
      if (!companies) kept.clear();
      else for (const companyId of companies) kept.delete(companyId);
    },
  };
}
