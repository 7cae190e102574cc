import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newDoctorFixture } from "./doctor.fixture.ts";

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
  for (const [table, ...changes] of [
    ["webhook_attempts", "drop column cause", "drop column worker", "drop column lease_number"],
    ["webhook_attempts", "drop constraint webhook_attempts_duration_once_completed"],
    ["webhook_endpoints", "drop column lease_number"],
    [
      "webhook_deliveries",
      "drop column attempt_number",
      "drop column attempt_cause",
      "drop column attempt_lease",
      "drop column attempt_worker",
      "drop column attempt_begun_at",
      "drop column attempt_url",
    ],
  ]) {
    await fixture.sql(`alter table ${table} ${changes.join(", ")}`);
  }
  const refused = await operator.run(["company", "show", "1"], fixture.env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/older than this program: .* Make a backup, then run 'billfold migrate'/),
  ]);
  expect(await applied()).toBe(all - 1);
  const migrated = await operator.run(["migrate", "--json"], fixture.env);
  expect(JSON.parse(migrated.stdout)).toMatchObject({ schema_version: all });
  expect(migrated.stderr).toContain(
    "0022_attempts_explain_themselves.sql cannot be applied beside a running older version",
  );
  expect((await operator.run(["company", "show", "1"], fixture.env)).stderr).toContain("no company 1");
});
