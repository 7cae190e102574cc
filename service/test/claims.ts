import { type Database, inTransaction } from "../src/foundation/database.ts";

/**
 * Runs a worker's pass while another session has rows of a table locked, as another worker has while it claims them.
 * Tells whether the pass waited for them: it should leave them to whoever has them.
 */
export async function waitsForLocked(
  db: Database,
  table: string,
  companyId: number,
  pass: () => Promise<unknown>,
): Promise<boolean> {
  const { passed, waited } = await inTransaction(db, async (tx) => {
    const lock = `select pg_backend_pid() as pid from ${table} where company_id = $1 for no key update`;
    const [held] = await tx.query<{ pid: number }>(lock, [companyId]);
    let isOver = false;
    const passed = pass().finally(() => {
      isOver = true;
    });
    const blocked = "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    let waited = false;
    while (!isOver && !waited) waited = (await db.query(blocked, [held!.pid])).length > 0;
    return { passed: [passed], waited };
  });
  await Promise.all(passed);
  return waited;
}
