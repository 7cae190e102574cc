import { idsIn } from "./announcer.ts";

/** What was looked up for a company, kept until it is announced that the company has changed. */
export type Memory<T> = {
  recall(companyId: number, name: string, lookUp: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Takes the payload of an announcement: the companies that have changed. */
  forget(payload: string): void;
};

// Companies; when there are more, everything is looked up anew.
const keptMax = 1000;

/**
 * Trusted only while announcements are heard, as docs/decisions/0007 says. What is not there is not remembered:
 * strangers could fill the memory with it.
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
        // Announced while we were reading: what we read may already be old.
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
