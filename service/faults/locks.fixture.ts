import { expect } from "vitest";
import { type Database, inTransaction } from "../src/platform/db/database.ts";
import type { Site } from "./site.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

const poll = { timeout: giveUpAfterMs, interval: 20 };

/** Rows that another session has locked, so that the service has to wait for them. */
export type Lock = { sql: string; values: unknown[] };

/** Kills the only service while it waits for the lock, and releases the lock afterwards. */
export async function killWaiting(
  { context: { db }, services }: Site,
  { sql, values }: Lock,
  act: () => unknown,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(sql, values);
    await act();
    await expect.poll(() => count(db, "wait_event_type = 'Lock'"), poll).toBe(1);
    await services.kill(0);
  });
  // The database still executes what the killed service had already sent.
  await expect.poll(() => count(db, "state <> 'idle'"), poll).toBe(0);
}

async function count(db: Database, condition: string): Promise<number> {
  const sql = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and ${condition}`;
  return (await db.query<{ count: number }>(sql))[0]!.count;
}
