import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type Database, inTransaction, type Queryable } from "./database.ts";

const folder = new URL("../../../migrations/", import.meta.url);

// Any number that nothing else in this database uses; nodes that start together queue on it.
const migrationLock = 7_236_117_001;

/** A migration whose first line says `-- requires-stop: why` breaks the statements of versions before it. */
type Migration = { number: number; name: string; sql: string; checksum: string; requiresStop: boolean };

/**
 * Applies pending migrations in order and in one transaction; several nodes may start at once. With `onlyIfEmpty`, an
 * empty database is initialised but an outdated one is rejected, so that commands never upgrade a schema implicitly.
 */
export async function migrate(
  database: Database,
  { onlyIfEmpty = false, warn }: { onlyIfEmpty?: boolean; warn?: (text: string) => void } = {},
): Promise<string[]> {
  const migrations = await readMigrations();
  return inTransaction(database, async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await tx.query(
      `create table if not exists schema_migrations (
         number integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    const pending = await findPending(tx, migrations, onlyIfEmpty);
    const breaking = pending.length < migrations.length ? pending.filter(needsStop) : [];
    if (breaking.length > 0) warn?.(stopWarning(breaking.map(({ name }) => name)));
    for (const migration of pending) {
      await tx.query(migration.sql);
      await tx.query("insert into schema_migrations (number, name, checksum) values ($1, $2, $3)", [
        migration.number,
        migration.name,
        migration.checksum,
      ]);
    }
    return pending.map((migration) => migration.name);
  });
}

const needsStop = ({ requiresStop }: Migration) => requiresStop;

/** What to do about migrations that older versions cannot run beside. */
export const stopWarning = (names: string[]) =>
  `${names.join(", ")} cannot be applied beside a running older version: stop every older node and worker first.`;

async function findPending(
  tx: Queryable,
  migrations: Migration[],
  onlyIfEmpty: boolean,
): Promise<Migration[]> {
  const { unknown, changed, pending } = compare(migrations, await findApplied(tx));
  if (unknown.length > 0) {
    throw new Error(
      `The database holds migration ${unknown[0]}, which this version does not know: it was written by a newer one. Start that version, or restore a backup.`,
    );
  }
  if (changed.length > 0) {
    throw new Error(
      `Migration ${changed[0]} was changed after this database applied it. Undo the change and add a new migration instead.`,
    );
  }
  if (onlyIfEmpty && pending.length > 0 && pending.length < migrations.length) {
    throw new Error(
      `The database is older than this program: ${pending[0]!.name} and whatever follows is not applied yet. Make a backup, then run 'billfold migrate', or start this version; or use the command of the version that runs.`,
    );
  }
  return pending;
}

/** How a database compares with this program, by the names of the migrations; applies nothing. */
export type SchemaState = {
  applied: number;
  pending: string[];
  /** Those of the pending ones that older versions cannot run beside. */
  requiresStop: string[];
  changed: string[];
  unknown: string[];
};

export async function readSchemaState(db: Queryable): Promise<SchemaState> {
  const migrations = await readMigrations();
  const [found] = await db.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  const applied = found!.exists ? await findApplied(db) : [];
  const { pending, ...others } = compare(migrations, applied);
  const namesOf = (some: Migration[]) => some.map(({ name }) => name);
  const requiresStop = namesOf(pending.filter(needsStop));
  return { applied: applied.length, pending: namesOf(pending), requiresStop, ...others };
}

type Applied = { number: number; name: string; checksum: string };

const findApplied = (db: Queryable) =>
  db.query<Applied>("select number, name, checksum from schema_migrations order by number");

function compare(migrations: Migration[], applied: Applied[]) {
  const known = (row: Applied) => migrations.find(({ number }) => number === row.number);
  const unknown = applied.filter((row) => !known(row)).map(({ name }) => name);
  const changed = applied
    .filter((row) => known(row) && known(row)!.checksum !== row.checksum)
    .map(({ name }) => name);
  return { unknown, changed, pending: migrations.slice(applied.length) };
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number.parseInt(name, 10);
      if (number !== index + 1) throw new Error(`migration ${name} is out of order: expected ${index + 1}`);
      const sql = await readFile(new URL(name, folder), "utf8");
      return {
        number,
        name,
        sql,
        checksum: hash("sha256", sql),
        requiresStop: sql.startsWith("-- requires-stop:"),
      };
    }),
  );
}
