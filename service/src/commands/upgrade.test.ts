import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newDoctorFixture } from "./doctor.fixture.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

test("a command of a newer version changes no schema by the way; migrate does", async () => {
  const ward = await newDoctorFixture();
  const applied = async () => ((await ward.sql("select from schema_migrations")) as unknown[]).length;
  const all = await applied();
  await ward.sql("delete from schema_migrations where number >= 19");
  // What the newest migrations made is undone, so that they can be applied again; that of 19 is only names.
  for (const table of ["sales", "invoices"]) await ward.sql(`alter table ${table} drop column po_number`);
  const renames = readFileSync(new URL("../../migrations/0019_names.sql", import.meta.url), "utf8").matchAll(
    /^alter (table \w+|index) (?:rename (column|constraint) )?(\w+) (?:rename )?to (\w+);$/gm,
  );
  for (const [, target, kind, before, after] of renames)
    await ward.sql(
      kind
        ? `alter ${target} rename ${kind} ${after} to ${before}`
        : `alter ${target} ${after} rename to ${before}`,
    );
  const refused = await operator.run(["company", "show", "1"], ward.env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/older than this program: .* Make a backup, then run 'billfold migrate'/),
  ]);
  expect(await applied()).toBe(18);
  const migrated = await operator.run(["migrate", "--json"], ward.env);
  expect(JSON.parse(migrated.stdout)).toMatchObject({ schema_version: all });
  expect(migrated.stderr).toContain("0019_names.sql cannot be applied beside a running older version");
  expect((await operator.run(["company", "show", "1"], ward.env)).stderr).toContain("no company 1");
});
