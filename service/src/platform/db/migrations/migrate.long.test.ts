import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/fresh-database.ts";
import { type Database, openDatabase } from "../database.ts";
import { migrate } from "./migrate.ts";

const folder = new URL("../../../../migrations/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Several nodes, each with separate connections, on one empty database. */
async function nodes(count: number): Promise<Database[]> {
  const { connectionString, drop } = await freshDatabase();
  cleanUps.push(drop);
  return Array.from({ length: count }, () => {
    const db = openDatabase({ connectionString, connectionsMax: 4, onError: () => undefined });
    cleanUps.push(() => db.close());
    return db;
  });
}

const nextName = `${String(files.length + 1).padStart(4, "0")}_next.sql`;

/** A folder with all migrations and one more, whose statements the test writes. */
function nextFolder() {
  const directory = mkdtempSync(path.join(os.tmpdir(), "billfold-migrations-"));
  cleanUps.push(async () => rmSync(directory, { recursive: true }));
  cpSync(folder, directory, { recursive: true });
  return {
    url: pathToFileURL(`${directory}/`),
    write: (statements: string[]) =>
      writeFileSync(path.join(directory, nextName), `-- For a test.\n${statements.join(";\n")};\n`),
  };
}

const progress = (db: Database) => db.query("select * from schema_migration_progress");

const applied = (db: Database) =>
  db.query<{ number: number; name: string }>("select number, name from schema_migrations order by number");

describe("migrate", () => {
  test("by five nodes at once on an empty database applies each migration once, in order", async () => {
    const databases = await nodes(5);
    const warn = () => expect.unreachable("an empty database has no older version beside it");
    const done = await Promise.all(databases.map((db) => migrate(db, { warn })));
    expect(done.flat()).toEqual(files);
    expect(done.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await applied(databases[0]!)).toEqual(files.map((name, index) => ({ number: index + 1, name })));
  });

  test("does not change a database that is up to date", async () => {
    const [db] = await nodes(1);
    await migrate(db!);
    expect(await migrate(db!)).toEqual([]);
  });

  test("applies only missing migrations, and warns of those that older versions cannot run beside", async () => {
    const [complete, old] = [...(await nodes(1)), ...(await nodes(1))];
    await migrate(complete!);
    const [first] = await complete!.query<{ checksum: string }>(
      "select checksum from schema_migrations where number = 1",
    );
    // A database in the state of the first version.
    await old!.query(readFileSync(new URL(files[0]!, folder), "utf8"));
    await old!.query(`create table schema_migrations (number integer primary key, name text not null,
      checksum text not null, applied_at timestamptz not null default now())`);
    await old!.query("insert into schema_migrations values (1, $1, $2)", [files[0], first!.checksum]);
    const warnings: string[] = [];
    expect(await migrate(old!, { warn: (text) => warnings.push(text) })).toEqual(files.slice(1));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^0019_names\.sql.* can't be applied while .* is running\. Stop every older node and worker first\.$/,
      ),
    ]);
    expect(await applied(old!)).toEqual(await applied(complete!));
  });

  test("leaves nothing of a migration that fails", async () => {
    const [db] = await nodes(1);
    await db!.query("create table invoices (in_the_way integer)");
    await expect(migrate(db!)).rejects.toThrow('relation "invoices" already exists');
    const tables = await db!.query("select tablename from pg_tables where schemaname = 'public'");
    expect(tables).toEqual([{ tablename: "invoices" }]);
  });

  test("refuses a database with a migration that was changed since, and names it", async () => {
    const [db] = await nodes(1);
    await migrate(db!);
    await db!.query("update schema_migrations set checksum = 'other' where number = 2");
    await expect(migrate(db!)).rejects.toThrow(
      `Migration ${files[1]} was changed after this database applied it. Undo the change and add a new migration instead.`,
    );
  });

  test("serves a database to which a newer version only added something, and says so", async () => {
    const [db] = await nodes(1);
    await migrate(db!);
    await db!.query(
      "insert into schema_migrations (number, name, checksum) values (9999, '9999_future.sql', 'x')",
    );
    const warnings: string[] = [];
    expect(await migrate(db!, { warn: (text) => warnings.push(text) })).toEqual([]);
    expect(warnings).toEqual([
      "The database is newer than this version: it has 9999_future.sql. Both versions can run side by side; upgrade this one next.",
    ]);
  });

  test("refuses a database whose newer migration requires older versions to stop, also while it is half done", async () => {
    const [db] = await nodes(1);
    await migrate(db!);
    await db!.query(
      `insert into schema_migration_progress (number, name, requires_stop, steps_done, steps_checksum)
       values (9999, '9999_future.sql', true, 1, 'x')`,
    );
    const refusal =
      "The database has migration 9999_future.sql, which versions before it can't run with: it was created by a newer version.";
    await expect(migrate(db!)).rejects.toThrow(refusal);
    await db!.query("delete from schema_migration_progress");
    await db!.query(
      "insert into schema_migrations (number, name, checksum, requires_stop) values (9999, '9999_future.sql', 'x', true)",
    );
    await expect(migrate(db!)).rejects.toThrow(refusal);
  });

  test("refuses a newer database that lacks a migration of this version", async () => {
    const [db] = await nodes(1);
    await migrate(db!);
    await db!.query("update schema_migrations set number = 9999, name = '9999_future.sql' where number = 2");
    await expect(migrate(db!)).rejects.toThrow(
      "The database has migration 9999_future.sql, which this version does not know",
    );
  });
});

describe("a migration in steps", () => {
  /** A database with all migrations and a table of 30 MB, and a folder with one more migration. */
  const prepared = async (...statements: string[]) => {
    const [db] = await nodes(1);
    await migrate(db!);
    await db!.query("create table parcels (id bigint primary key, weight integer, filler text)");
    await db!.query("insert into parcels select n, null, repeat('x', 1500) from generate_series(1, 20000) n");
    const { url, write } = nextFolder();
    write(statements);
    return { db: db!, folder: url, write };
  };

  test("continues after its last finished step, even if the steps that follow were corrected", async () => {
    const { db, folder, write } = await prepared("create table boxes (id bigint)", "select 1 / 0");
    await expect(migrate(db, { folder })).rejects.toThrow("division by zero");
    expect(await progress(db)).toMatchObject([{ name: nextName, steps_done: 1 }]);
    write(["create table boxes (id bigint)", "alter table boxes add column width integer"]);
    expect(await migrate(db, { folder })).toEqual([nextName]);
    expect(await progress(db)).toEqual([]);
    expect(await db.query("select id, width from boxes")).toEqual([]);
    expect(await migrate(db, { folder })).toEqual([]);
  });

  test("refuses to continue when a finished step was changed", async () => {
    const { db, folder, write } = await prepared("create table boxes (id bigint)", "select 1 / 0");
    await expect(migrate(db, { folder })).rejects.toThrow("division by zero");
    write(["create table boxes (id bigint, width integer)", "select 1"]);
    await expect(migrate(db, { folder })).rejects.toThrow(
      `Migration ${nextName} was changed after this database applied its first 1 steps.`,
    );
  });

  test("drops the invalid index of an interrupted attempt and creates it again", async () => {
    const { db, folder } = await prepared(
      "create index concurrently parcels_by_weight on parcels (weight, id)",
      "drop index concurrently parcels_by_weight",
      "create unique index concurrently parcels_unique on parcels (id, weight)",
    );
    const index = () =>
      db.query("select indisvalid from pg_index where indexrelid = to_regclass('parcels_by_weight')");
    const reader = await db.pool.connect();
    // An open transaction keeps the index from being completed.
    await reader.query("begin isolation level repeatable read; select count(*) from parcels");
    const interrupted = migrate(db, { folder }).catch((error: Error) => error.message);
    await expect.poll(index).toEqual([{ indisvalid: false }]);
    await reader.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ '^create index concurrently'",
    );
    expect(await interrupted).toMatch(/terminat/);
    await reader.query("commit");
    reader.release();
    expect(await index()).toEqual([{ indisvalid: false }]);
    expect(await migrate(db, { folder })).toEqual([nextName]);
    expect(await db.query("select relname from pg_class where relname ~ '^parcels_'")).toEqual(
      expect.arrayContaining([{ relname: "parcels_unique" }]),
    );
    expect(await index()).toEqual([]);
  });

  test("takes an index that an interrupted process completed as done", async () => {
    const { db, folder } = await prepared(
      "create index concurrently parcels_by_weight on parcels (weight, id)",
    );
    await db.query(
      `insert into schema_migration_progress (number, name, requires_stop, steps_done, steps_checksum, is_step_begun)
       values ($1, $2, false, 0, encode(sha256(''), 'hex'), true)`,
      [files.length + 1, nextName],
    );
    await db.query("create index parcels_by_weight on parcels (weight, id)");
    expect(await migrate(db, { folder })).toEqual([nextName]);
  });

  test("changes rows in batches, each in its own transaction, and continues with the batch that failed", async () => {
    const { db, folder } = await prepared(
      "-- in batches\nupdate parcels set weight = 1000 / (18000 - id) where weight is null and ctid between $1 and $2",
    );
    await expect(migrate(db, { folder })).rejects.toThrow("division by zero");
    const [half] = await db.query<{ done: number }>("select count(weight) as done from parcels");
    expect(half!.done).toBeGreaterThan(0);
    expect(half!.done).toBeLessThan(18_000);
    const transactions = await db.query("select distinct xmin::text from parcels where weight is not null");
    expect(transactions.length).toBeGreaterThan(1);
    const [at] = await progress(db);
    expect(at).toMatchObject({ steps_done: 0 });
    await db.query("delete from parcels where id = 18000");
    expect(await migrate(db, { folder })).toEqual([nextName]);
    expect(await db.query("select id from parcels where weight is null")).toEqual([]);
  });

  test("gives up on a lock with words that name the transaction in its way, and continues later", async () => {
    const { db, folder } = await prepared("alter table parcels add column height integer");
    const other = await db.pool.connect();
    await other.query("begin; set local application_name = 'a long report'; select from parcels limit 1");
    const warnings: string[] = [];
    const lockWaits = { timeoutMs: 20, totalMs: 100 };
    const given = migrate(db, { folder, lockWaits, warn: (text) => warnings.push(text) });
    await expect(given).rejects.toThrow(
      new RegExp(
        `^Migration ${nextName} did not get its locks in \\d+ attempts\\. The oldest open transactions: process \\d+ \\(a long report, idle in transaction, \\d+ s\\)\\. End them, then run 'billfold migrate' again`,
      ),
    );
    expect(warnings[0]).toMatch(/is waiting for a lock, attempt 1\./);
    await other.query("commit");
    other.release();
    expect(await migrate(db, { folder })).toEqual([nextName]);
  });

  test("is applied once by nodes that start together", async () => {
    const { connectionString, drop } = await freshDatabase();
    cleanUps.push(drop);
    const databases = Array.from({ length: 4 }, () => {
      const db = openDatabase({ connectionString, connectionsMax: 4, onError: () => undefined });
      cleanUps.push(() => db.close());
      return db;
    });
    await migrate(databases[0]!);
    const { url, write } = nextFolder();
    write([
      "create table boxes (id bigint)",
      "create index concurrently boxes_by_id on boxes (id)",
      "insert into boxes values (1)",
    ]);
    const done = await Promise.all(databases.map((db) => migrate(db, { folder: url })));
    expect(done.flat()).toEqual([nextName]);
    expect(await databases[0]!.query("select id from boxes")).toEqual([{ id: 1 }]);
  });

  test("on an empty database is part of the one transaction that makes the schema", async () => {
    const [db] = await nodes(1);
    const { url: folder, write } = nextFolder();
    write([
      "create table boxes (id bigint)",
      "insert into boxes values (1)",
      "create index concurrently boxes_by_id on boxes (id)",
      "-- in batches\nupdate boxes set id = 2 where id = 1 and ctid between $1 and $2",
    ]);
    expect(await migrate(db!, { folder })).toEqual([...files, nextName]);
    expect(await db!.query("select id from boxes")).toEqual([{ id: 2 }]);
  });
});
