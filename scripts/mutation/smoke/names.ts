import { type Queryable, statement } from "../../../service/src/platform/db/database.ts";

// An id matches at most one row, so no test notices a larger limit.
const find = statement("smoke_find", "select name from customers where company_id = $1 and id = $2 limit 5");

/** A customer's name; an example for testing the mutation of SQL. */
export async function nameOf(db: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(find, [companyId, id]);
  return row?.name;
}

/** A test of another file uses it, too: a mutant of it must not be noticed there once the file is restored. */
export function initialOf(name: string): string {
  return name === "" ? "?" : name.charAt(0);
}
