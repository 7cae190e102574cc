import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { FaultTarget } from "./schema.ts";

const fields = `f.id, f.target, f.fault, f.times, f.times - f.used as times_left, f.code, ${isoSql("f.created_at")} as created_at`;

const insert = statement(
  "sandbox_fault_insert",
  `with f as (insert into sandbox_faults (company_id, target, fault, times, code, created_at)
     values ($1, $3, $4, $5, $6, $2)
     returning *)
   select ${jsonOf(fields)} as json from f`,
);

export async function insertFault(
  tx: Queryable,
  companyId: number,
  now: Date,
  fault: { target: FaultTarget; fault: string; times: number | null; code: string | null },
): Promise<Json> {
  const [row] = await tx.query<{ json: Json }>(insert, [
    companyId,
    now,
    fault.target,
    fault.fault,
    fault.times,
    fault.code,
  ]);
  return row!.json;
}

const list = statement(
  "sandbox_fault_list",
  `select ${jsonOf(fields)} as json from sandbox_faults f where f.company_id = $1 order by f.id`,
);

export async function findFaults(db: Queryable, companyId: number): Promise<Json[]> {
  return (await db.query<{ json: Json }>(list, [companyId])).map(({ json }) => json);
}

const exists = statement(
  "sandbox_fault_exists",
  "select 1 from sandbox_faults where company_id = $1 and id = $2",
);

export async function faultExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const remove = statement(
  "sandbox_fault_delete",
  "delete from sandbox_faults where company_id = $1 and id = $2",
);

export async function deleteFault(tx: Queryable, companyId: number, id: number): Promise<void> {
  await tx.query(remove, [companyId, id]);
}

const removeAll = statement("sandbox_fault_delete_all", "delete from sandbox_faults where company_id = $1");

export async function deleteFaults(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(removeAll, [companyId]);
}

const take = statement(
  "sandbox_fault_take",
  `update sandbox_faults f set used = least(f.used::bigint + 1, 2147483647)::int
   where f.company_id = $1 and f.id = (
     select o.id from sandbox_faults o where o.company_id = $1 and o.target = $2 and (o.times is null or o.used < o.times)
     order by o.id limit 1 for update
   ) returning f.fault, f.code`,
);

export type TakenFault = Pick<Tables["sandbox_faults"], "fault" | "code">;

/** The oldest fault that is not used up; it is used once more by this. */
export async function useFault(
  db: Queryable,
  companyId: number,
  target: FaultTarget,
): Promise<TakenFault | undefined> {
  const [row] = await db.query<TakenFault>(take, [companyId, target]);
  return row;
}

const withWebhookFaults = statement(
  "sandbox_fault_webhooks",
  "select distinct company_id from sandbox_faults where target = 'webhooks' and (times is null or used < times)",
);

/** Companies whose deliveries shall fail. */
export async function findCompaniesWithWebhookFaults(db: Queryable): Promise<Set<number>> {
  const rows = await db.query<Pick<Tables["sandbox_faults"], "company_id">>(withWebhookFaults);
  return new Set(rows.map(({ company_id }) => company_id));
}
