import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { operations } from "./operations.ts";
import { makeRecords } from "./records.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ primaryEndpoint: true });
  await makeRecords(company, "ours");
});
afterAll(() => service.close());

type Entry = { id?: number | string; payment_id?: number; reference?: string; created_at: string };
const lists = operations.filter(
  ({ name, parameters }) =>
    name.startsWith("GET") &&
    !/\.(csv|pdf)$|\/explain$/.test(name) &&
    parameters.some((each) => each.name === "created_from"),
);

async function entriesOf(list: string, query: string): Promise<Entry[]> {
  const { status, body } = await company.call(`${list}?${query}`);
  expect(status).toBe(200);
  return Object.values(body).find(Array.isArray)!;
}

describe("a list by created_from and created_to", () => {
  test("is tested for every list that supports them", () => {
    expect(lists.length).toBeGreaterThan(5);
  });

  test.each(lists.map(({ name }) => name))("%s includes both moments, to the millisecond", async (list) => {
    const [entry] = await entriesOf(list, "");
    const at = (later: number) => new Date(Date.parse(entry!.created_at) + later).toISOString();
    const nameOf = ({ id, payment_id, reference }: Entry) => id ?? payment_id ?? reference;
    const isIn = async (query: string) =>
      (await entriesOf(list, `limit=100&${query}`)).map(nameOf).includes(nameOf(entry!));
    expect([
      await isIn(`created_from=${at(0)}&created_to=${at(0)}`),
      await isIn(`created_from=${at(1)}`),
      await isIn(`created_to=${at(-1)}`),
    ]).toEqual([true, false, false]);
  });
});
