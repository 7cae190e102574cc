import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../src/context.ts";
import { inTransaction, isConnectionFailure } from "../src/foundation/database.ts";
import { findCompanyOf } from "../src/modules/companies/service.ts";
import { createCustomer } from "../src/modules/customers/service.ts";

const writersAtOnce = 8;

/** Changes that tell of themselves by an event, made side by side for as long as a run lasts. */
export type Writers = {
  /** Customers whose creation was acknowledged: their events must reach everybody. */
  acknowledged: Set<number>;
  /** Changes that failed, or of which nobody knows whether they did, because the database went away. */
  failures(): number;
  done: Promise<unknown>;
  stop(): void;
};

export function startWriters(
  context: Context,
  companyId: number,
  count: number,
  /** Writers keep no more than a little ahead of the deliveries, so that there is something to write all the way. */
  isAhead: () => boolean,
): Writers {
  const acknowledged = new Set<number>();
  let started = 0;
  let failures = 0;
  let stopped = false;

  const write = async (name: string): Promise<void> => {
    try {
      const customer = await inTransaction(context.db, async (tx) => {
        const company = await findCompanyOf(tx, companyId);
        const actor = { type: "system", id: null } as const;
        return createCustomer({ tx, company, now: new Date(), actor, requestId: null }, { name });
      });
      acknowledged.add((JSON.parse(customer) as { id: number }).id);
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
      failures += 1;
      await delay(50);
      if (!stopped) await write(name);
    }
  };
  const writer = async () => {
    while (started < count && !stopped) {
      started += 1;
      const name = `Customer ${started}`;
      while (isAhead() && !stopped) await delay(10);
      await write(name);
    }
  };
  return {
    acknowledged,
    failures: () => failures,
    done: Promise.all(Array.from({ length: writersAtOnce }, writer)),
    stop: () => {
      stopped = true;
    },
  };
}
