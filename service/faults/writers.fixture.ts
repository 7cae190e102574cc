import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../src/context.ts";
import { createCustomer } from "../src/domains/catalog/customers/service.ts";
import { findCompanyOf } from "../src/domains/tenancy/companies/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { isConnectionFailure } from "../src/platform/db/failures.ts";

const writersAtOnce = 8;

/** Concurrent writers of changes that create events. */
export type Writers = {
  /** Makes this many changes, several concurrently; those that the database lost are made again. */
  write(changes: number): Promise<void>;
  /** Customers whose creation was acknowledged: their events must reach every endpoint. */
  acknowledged: Set<number>;
  /** Changes that failed, or whose outcome is unknown because the database went away. */
  failures(): number;
  stop(): void;
};

export function startWriters(
  context: Context,
  companyId: number,
  /** Writers stay only a little ahead of the deliveries, so that changes are made throughout the run. */
  isAhead: (written: number) => boolean,
): Writers {
  const acknowledged = new Set<number>();
  let failures = 0;
  let stopped = false;

  const write = async (): Promise<void> => {
    while (isAhead(acknowledged.size) && !stopped) await delay(10);
    if (stopped) return;
    try {
      acknowledged.add(await addCustomer(context, companyId));
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
      failures += 1;
      await delay(50);
      await write();
    }
  };
  return {
    write: async (changes) => {
      let started = 0;
      const writer = async () => {
        while (started++ < changes) await write();
      };
      await Promise.all(Array.from({ length: writersAtOnce }, writer));
    },
    acknowledged,
    failures: () => failures,
    stop: () => {
      stopped = true;
    },
  };
}

async function addCustomer(context: Context, companyId: number): Promise<number> {
  const customer = await inTransaction(context.db, async (tx) => {
    const company = await findCompanyOf(tx, companyId);
    const actor = { type: "system", id: null } as const;
    const change = { tx, company, now: context.clock.now(), actor, requestId: null };
    return createCustomer(change, { name: "Acme Trading Ltd" });
  });
  return (JSON.parse(customer) as { id: number }).id;
}
