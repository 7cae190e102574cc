import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { errorsMax, type ImportKind } from "./schema.ts";

const shown = (row: string) =>
  jsonOf(`${row}.id, ${row}.kind, ${row}.file_name, ${row}.status, ${row}.rows, ${row}.done, ${row}.created, ${row}.updated,
     ${row}.unchanged, ${row}.errors, ${row}.errors_total, ${isoSql(`${row}.created_at`)} as created_at,
     ${isoSql(`${row}.updated_at`)} as updated_at`);

const insert = statement(
  "import_insert",
  `insert into imports as i (company_id, user_id, kind, file_name, csv, status, rows, created_at, updated_at)
   values ($1, $2, $4, $5, $6, 'running', $7, $3, $3) returning ${shown("i")} as json`,
);

export async function insertImport(
  tx: Queryable,
  companyId: number,
  userId: number,
  now: Date,
  { kind, fileName, csv, rows }: { kind: ImportKind; fileName: string; csv: string; rows: number },
): Promise<Json> {
  const [row] = await tx.query<{ json: Json }>(insert, [companyId, userId, now, kind, fileName, csv, rows]);
  return row!.json;
}

const find = statement(
  "import_find",
  `select kind, csv, status, ${shown("i")} as json from imports i where company_id = $1 and id = $2`,
);

export type FoundImport = Pick<Tables["imports"], "kind" | "csv" | "status"> & { json: Json };

export async function findImport(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<FoundImport | undefined> {
  const [row] = await db.query<FoundImport>(find, [companyId, id]);
  return row;
}

const lock = statement(
  "import_lock",
  "select done, status, user_id, file_name from imports where company_id = $1 and id = $2 for update",
);

export type LockedImport = Pick<Tables["imports"], "done" | "status" | "user_id" | "file_name">;

/** Two windows that continue the same import store its rows one after the other. */
export async function lockImport(tx: Queryable, companyId: number, id: number): Promise<LockedImport> {
  const [row] = await tx.query<LockedImport>(lock, [companyId, id]);
  return row!;
}

const advance = statement(
  "import_advance",
  `update imports i set done = $4, created = created + $5, updated = updated + $6, unchanged = unchanged + $7,
     errors = jsonb_path_query_array(errors || $8::jsonb, '$[0 to ${errorsMax - 1}]'),
     errors_total = errors_total + $9, updated_at = $3, status = case when $4 = rows then 'finished' else status end,
     csv = case when $4 < rows then csv end
   where company_id = $1 and id = $2 returning status, created, updated, errors_total`,
);

export type Progress = {
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  errors: readonly unknown[];
  errorsTotal: number;
};

/** Moves the position, in the transaction that stores the rows before it. At the last row the import is finished. */
export async function advanceImport(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { done, created, updated, unchanged, errors, errorsTotal }: Progress,
): Promise<Pick<Tables["imports"], "status" | "created" | "updated" | "errors_total">> {
  const values = [done, created, updated, unchanged, JSON.stringify(errors), errorsTotal];
  const [row] = await tx.query<Pick<Tables["imports"], "status" | "created" | "updated" | "errors_total">>(
    advance,
    [companyId, id, now, ...values],
  );
  return row!;
}

const discard = statement(
  "import_discard",
  `update imports i set status = 'discarded', csv = null, updated_at = $3
   where company_id = $1 and id = $2 and status = 'running' returning ${shown("i")} as json`,
);

export async function discardImport(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<Json | undefined> {
  const [row] = await tx.query<{ json: Json }>(discard, [companyId, id, now]);
  return row?.json;
}

const unfinished = statement(
  "import_unfinished",
  `select ${shown("i")} as json from imports i where company_id = $1 and status = 'running' order by id desc limit $2`,
);

/** Newest first. */
export async function findUnfinished(db: Queryable, companyId: number, limit: number): Promise<Json[]> {
  return (await db.query<{ json: Json }>(unfinished, [companyId, limit])).map(({ json }) => json);
}

const purge = statement(
  "import_purge",
  `with old as (select company_id, id from imports where updated_at < $1 limit $2)
   delete from imports i using old where i.company_id = old.company_id and i.id = old.id returning 1`,
);

export async function deleteImportsBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  return (await db.query(purge, [before, limit])).length;
}
