import type { Queryable, Statement } from "../src/platform/db/database.ts";

type Plan = { Plans?: Plan[]; "Relation Name"?: string; [about: string]: unknown };

/** How many rows a plan read. Rows that were stored one after the other share pages, so pages would tell less. */
function rowsOf(plan: Plan): number {
  const each = ["Actual Rows", "Rows Removed by Filter"].map((name) => Number(plan[name] ?? 0));
  const own = plan["Relation Name"] ? (each[0]! + each[1]!) * Number(plan["Actual Loops"]) : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}

/** Runs statements and counts how many rows their plans read. */
export function countingReads(db: Queryable): { reads: Queryable; rowsRead: () => number } {
  let rowsRead = 0;
  const query = async <R>(sql: Statement | string, values: readonly unknown[] = []) => {
    const { text } = sql as Statement;
    const [row] = await db.query<{ "QUERY PLAN": string }>(`explain (analyze, format json) ${text}`, values);
    rowsRead += rowsOf((JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Plan }])[0].Plan);
    return db.query<R>(text, values);
  };
  return { reads: { query }, rowsRead: () => rowsRead };
}
