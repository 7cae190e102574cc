import { type Queryable, statement } from "../../../service/src/platform/db/database.ts";

// An id names one row at most, so that nobody notices a row more.
const find = statement("smoke_find", "select name from customers where company_id = $1 and id = $2 limit 5");

/** A customer's name; what mutation testing of SQL is tried on. */
export async function nameOf(db: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(find, [companyId, id]);
  return row?.name;
}
