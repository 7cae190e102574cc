import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrations/migrate.ts";
import { migrationsFolder } from "../platform/db/migrations/migration-files.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newDoctorFixture } from "./doctor.fixture.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

/** Gives an empty database all migrations but the newest, as the version before has it. */
async function migrateToVersionBefore(connectionString: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "billfold-migrations-"));
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  try {
    const names = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
    for (const name of names.sort().slice(0, -1)) {
      copyFileSync(new URL(name, migrationsFolder), path.join(folder, name));
    }
    await migrate(db, { folder: pathToFileURL(`${folder}/`) });
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

test("a command of a newer version changes no schema by the way; migrate does", async () => {
  const fixture = await newDoctorFixture({ isEmpty: true });
  await migrateToVersionBefore(fixture.env.DATABASE_URL!);
  const applied = async () => ((await fixture.sql("select from schema_migrations")) as unknown[]).length;
  const before = await applied();
  const refused = await operator.run(["company", "show", "1"], fixture.env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/older than this program: .* Make a backup, then run 'billfold migrate'/),
  ]);
  expect(await applied()).toBe(before);
  const migrated = await operator.run(["migrate", "--json"], fixture.env);
  expect(JSON.parse(migrated.stdout)).toMatchObject({ schema_version: before + 1 });
  expect((await operator.run(["company", "show", "1"], fixture.env)).stderr).toContain("no company 1");
});
