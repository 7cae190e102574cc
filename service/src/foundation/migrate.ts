import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { type Database, inTransaction, type Queryable } from "./database.ts";

const folder = new URL("../../migrations/", import.meta.url);

// Any number that nothing else in this database uses; nodes that start together queue on it.
const migrationLock = 7_236_117_001;

type Migration = { number: number; name: string; sql: string; checksum: string };

/** Applies what is missing, in order, in one transaction. Safe with several nodes starting at once. */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  return inTransaction(database, async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await tx.query(
      `create table if not exists schema_migrations (
         number integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    const pending = await findPending(tx, migrations);
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

async function findPending(tx: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const applied = await tx.query<{ number: number; name: string; checksum: string }>(
    "select number, name, checksum from schema_migrations order by number",
  );
  for (const row of applied) {
    const known = migrations.find((migration) => migration.number === row.number);
    if (!known) {
      throw new Error(
        `The database holds migration ${row.name}, which this version does not know: it was written by a newer one. Start that version, or restore a backup.`,
      );
    }
    if (known.checksum !== row.checksum) {
      throw new Error(
        `Migration ${row.name} was changed after this database applied it. Undo the change and add a new migration instead.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number.parseInt(name, 10);
      if (number !== index + 1) throw new Error(`migration ${name} is out of order: expected ${index + 1}`);
      const sql = await readFile(new URL(name, folder), "utf8");
      return { number, name, sql, checksum: hash("sha256", sql) };
    }),
  );
}
