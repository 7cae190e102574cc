import { type Queryable, statement } from "./database.ts";
import type { Json } from "./sql.ts";
import type { Tables } from "./tables.ts";

/** The reads that every record has, by its id within a company. In `json`, the SQL that renders it, the row is `r`. */
export function recordQueries(
  name: string,
  table: keyof Tables,
  json: string,
  options: { readsOtherTables?: true } = {},
) {
  const byId = `from ${table} r where r.company_id = $1 and r.id = $2`;
  const findJson = statement(`${name}_find`, `select ${json} as json ${byId}`);
  const findRow = statement(`${name}_exists`, `select 1 ${byId}`);
  const lockRow = statement(
    `${name}_lock`,
    `${options.readsOtherTables ? findRow.text : findJson.text} for no key update of r`,
  );

  const find = async (db: Queryable, companyId: number, id: number): Promise<Json | undefined> => {
    const [row] = await db.query<{ json: Json }>(findJson, [companyId, id]);
    return row?.json;
  };
  const exists = async (db: Queryable, companyId: number, id: number): Promise<boolean> =>
    (await db.query(findRow, [companyId, id])).length === 1;
  const lock = async (tx: Queryable, companyId: number, id: number): Promise<Json | undefined> => {
    const [row] = await tx.query<{ json?: Json }>(lockRow, [companyId, id]);
    // What is read from other tables is read after the lock is held, so that the lock protects it.
    return row && options.readsOtherTables ? find(tx, companyId, id) : row?.json;
  };
  return { find, exists, lock };
}
