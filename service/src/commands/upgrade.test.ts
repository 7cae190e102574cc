import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newWard } from "./doctor.fixture.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

test("a command of a newer version changes no schema by the way; migrate does", async () => {
  const ward = await newWard();
  const applied = async () => ((await ward.sql("select from schema_migrations")) as unknown[]).length;
  const all = await applied();
  await ward.sql("delete from schema_migrations where number = (select max(number) from schema_migrations)");
  // What the newest migration made, so that it can be applied again.
  await ward.sql("alter table subscriptions drop column company_post_rate, drop column read_rate");
  await ward.sql("alter table throttle_buckets drop column granted");
  const refused = await operator.run(["company", "show", "1"], ward.env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/older than this program: .* Make a backup, then run 'billfold migrate'/),
  ]);
  expect(await applied()).toBe(all - 1);
  expect(await operator.json("migrate", ward.env)).toMatchObject({ schema_version: all });
  expect((await operator.run(["company", "show", "1"], ward.env)).stderr).toContain("no company 1");
});
