import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { newDoctorFixture } from "./doctor.fixture.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

test("books check names each difference and exits with 1, and doctor reports it until a check finds none", {
  timeout: 90_000,
}, async () => {
  const fixture = await newDoctorFixture();
  const service = await fixture.serve();
  const [company, other] = [await service.company(), await service.company()];
  const { id } = await company.draft();
  await other.draft();
  const check = async (...words: string[]) => {
    const { code, stdout, stderr } = await operator.run(["books", "check", ...words, "--json"], fixture.env);
    return { code, stderr, result: stdout === "" ? undefined : JSON.parse(stdout) };
  };
  expect(await check()).toMatchObject({ code: 0, result: { success: true, companies: 2, differences: 0 } });
  expect((await fixture.runDoctor()).of("books")).toEqual([expect.stringMatching(/^ok: no differences/)]);

  await fixture.sql(`update invoices set currency = 'EUR' where id = ${id}`);
  const difference = {
    company_id: company.id,
    record: `invoice ${id}`,
    field: "currency",
    events: "NGN",
    table: "EUR",
  };
  expect(await check("--company", `${company.id}`)).toMatchObject({
    code: 1,
    result: { success: false, companies: 1, differences: 1, found: [difference] },
  });
  expect((await fixture.runDoctor()).of("books")).toEqual([
    `problem: 1 difference between the events and the records of company ${company.id}`,
  ]);

  await fixture.sql(`update invoices set currency = 'NGN' where id = ${id}`);
  expect((await check("--company", `${company.id}`)).code).toBe(0);
  expect((await fixture.runDoctor()).of("books")).toEqual([expect.stringMatching(/^ok: no differences/)]);
  const refused = await operator.run(["books", "check", "--company", "x"], fixture.env);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("--company is the id of a company"),
  ]);
});
