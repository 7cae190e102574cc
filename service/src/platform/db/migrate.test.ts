import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../test/fresh-database.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const folder = new URL("../../../migrations/", import.meta.url);
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
    const db = openDatabase({ connectionString, connectionsMax: 2, onError: () => undefined });
    cleanUps.push(() => db.close());
    return db;
  });
}

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
        /^0019_names\.sql.* cannot be applied beside .*: stop every older node and worker first\.$/,
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

  test("refuses a database that a newer version has migrated, and names the unknown migration", async () => {
    const [db] = await nodes(1);
    await migrate(db!);
    await db!.query(
      "insert into schema_migrations (number, name, checksum) values (9999, '9999_future.sql', 'x')",
    );
    await expect(migrate(db!)).rejects.toThrow(
      "The database holds migration 9999_future.sql, which this version does not know: it was written by a newer one.",
    );
  });
});
