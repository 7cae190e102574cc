import { type Database, inTransaction } from "../src/platform/db/database.ts";

/** Whether work waits for rows of a company that another session has locked; then they are released. */
export function waitsForLocked(
  db: Database,
  table: string,
  companyId: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const lock = `select 1 from ${table} where company_id = $1 for no key update`;
  return waitsFor(db, { text: lock, values: [companyId] }, work);
}

/** Whether work waits for another session with an uncommitted statement; then it commits. */
export async function waitsFor(
  db: Database,
  { text, values }: { text: string; values: unknown[] },
  work: () => Promise<unknown>,
): Promise<boolean> {
  const { done, waited } = await inTransaction(db, async (tx) => {
    const [own] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    await tx.query(text, values);
    let isOver = false;
    const done = work().finally(() => {
      isOver = true;
    });
    const blocked = "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    let waited = false;
    while (!isOver && !waited) waited = (await db.query(blocked, [own!.pid])).length > 0;
    return { done: [done], waited };
  });
  await Promise.all(done);
  return waited;
}
