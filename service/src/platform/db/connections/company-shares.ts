import { lockTimeout } from "../failures.ts";

/**
 * Bounds how many of the connections for changes one company uses at a time. The rest of its work waits here without a
 * connection, so that a row of one company that is locked for long leaves connections to the others. Work that has its
 * turn must not ask for another one: all turns of a company could be waiting for each other.
 */
export type CompanyShares = {
  /** Does the work when it is the company's turn. Work that waits too long fails like a wait for a lock. */
  run<T>(companyId: number, work: () => Promise<T>): Promise<T>;
  waitingCount(): number;
};

type Waiting = { start: () => void; timer: NodeJS.Timeout };
type Company = { running: number; waiting: Set<Waiting> };

export function createCompanyShares(options: { connectionsMax: number; waitMaxMs: number }): CompanyShares {
  const companyMax = Math.max(1, Math.floor(options.connectionsMax / 2));
  /** Those with something running. */
  const companies = new Map<number, Company>();

  const end = (companyId: number, company: Company) => {
    const [next] = company.waiting;
    if (next) {
      company.waiting.delete(next);
      clearTimeout(next.timer);
      return next.start();
    }
    company.running -= 1;
    if (company.running === 0) companies.delete(companyId);
  };

  const turn = ({ waiting }: Company) =>
    new Promise<void>((start, reject) => {
      const giveUp = () => {
        waiting.delete(entry);
        reject(lockTimeout("other changes of the same company take too long"));
      };
      const entry: Waiting = { start, timer: setTimeout(giveUp, options.waitMaxMs) };
      waiting.add(entry);
    });

  return {
    run: async (companyId, work) => {
      let company = companies.get(companyId);
      if (!company) {
        company = { running: 0, waiting: new Set() };
        companies.set(companyId, company);
      }
      if (company.running >= companyMax) await turn(company);
      else company.running += 1;
      try {
        return await work();
      } finally {
        end(companyId, company);
      }
    },
    waitingCount: () => [...companies.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  };
}
