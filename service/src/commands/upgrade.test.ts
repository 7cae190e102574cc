import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newDoctorFixture } from "./doctor.fixture.ts";

const undone = "alter table checkpoints drop column documents, drop column documents_hash";

let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

test("a command of a newer version changes no schema by the way; migrate does", async () => {
  const fixture = await newDoctorFixture();
  const applied = async () => ((await fixture.sql("select from schema_migrations")) as unknown[]).length;
  const all = await applied();
  await fixture.sql(
    "delete from schema_migrations where number = (select max(number) from schema_migrations)",
  );
  // The newest migration is undone, so that it can be applied again.
  await fixture.sql(undone);
  const refused = await operator.run(["company", "show", "1"], fixture.env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/older than this program: .* Make a backup, then run 'billfold migrate'/),
  ]);
  expect(await applied()).toBe(all - 1);
  const migrated = await operator.run(["migrate", "--json"], fixture.env);
  expect(JSON.parse(migrated.stdout)).toMatchObject({ schema_version: all });
  expect((await operator.run(["company", "show", "1"], fixture.env)).stderr).toContain("no company 1");
});
