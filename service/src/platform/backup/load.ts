import { createHash } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import { schemaText } from "../db/migrations/schema-dump.ts";
import { type End, readArchive, type SequencePosition, type Start, type TableStart } from "./archive.ts";
import { copyIn, copyOut } from "./copy.ts";
import { type BackupConnection, copyOutSql } from "./snapshot.ts";

export type Restored = { start: Start; end: End };

/** Whether anything of ours or of others is in the database; a restore never mixes with it. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ objects: number }>(
    `select count(*)::int as objects from pg_class c where relnamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  );
  return row!.objects === 0;
}

/**
 * Loads a backup into an empty database, in one transaction: if anything is not as it was, nothing is left behind.
 * What was loaded is then read back and compared with the backup's checksums.
 */
export async function loadBackup(
  db: BackupConnection,
  bytes: AsyncIterable<Buffer>,
  /** Runs before the commit, when everything is loaded and verified. */
  beforeCommit: (start: Start) => Promise<void>,
): Promise<Restored> {
  let start: Start | undefined;
  const sums: { table: TableStart; sha256: string }[] = [];
  await db.query("begin");
  try {
    const end = await readArchive(bytes, {
      start: async (read) => {
        start = read;
        await db.query("set local search_path to public");
        await db.query(read.before_rows);
      },
      table: async (table, chunks) => {
        const sum = createHash("sha256");
        await copyIn(db.client, copyInSql(table), summed(chunks, sum));
        sums.push({ table, sha256: sum.digest("hex") });
      },
      sequences: (positions) => setSequences(db, positions),
    });
    await db.query(start!.after_rows);
    for (const { table, sha256 } of sums) await requireSame(db, table, sha256);
    await requireSameSchema(db, start!);
    await beforeCommit(start!);
    await db.query("commit");
    return { start: start!, end };
  } catch (error) {
    await db.query("rollback").catch(() => undefined);
    throw error;
  }
}

const copyInSql = ({ table, columns }: TableStart) => `copy ${table} (${columns.join(", ")}) from stdin`;

async function* summed(chunks: AsyncIterable<Buffer>, sum: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    sum.update(chunk);
    yield chunk;
  }
}

async function setSequences(db: Queryable, positions: readonly SequencePosition[]): Promise<void> {
  for (const { table, column, last_value, is_called } of positions) {
    await db.query("select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)", [
      table,
      column,
      last_value,
      is_called,
    ]);
  }
}

/** Rows are read in the order in which they were loaded, so their text must be the same. */
async function requireSame(db: BackupConnection, table: TableStart, sha256: string): Promise<void> {
  const sum = createHash("sha256");
  for await (const chunk of copyOut(db.client, copyOutSql(table))) sum.update(chunk);
  if (sum.digest("hex") !== sha256) {
    throw new Error(`The rows of ${table.table} are not what the backup has. Nothing was restored.`);
  }
}

async function requireSameSchema(db: Queryable, { schema, postgresql_version }: Start): Promise<void> {
  if ((await schemaText(db)) === schema) return;
  throw new Error(
    `The restored schema differs from the schema in the backup, which PostgreSQL ${postgresql_version} had written. Restore it with that version of PostgreSQL.`,
  );
}
