import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { operations } from "./operations.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 1, unit_price: 10 }];
const schedule = { interval: "month", start_date: "2030-01-01", action: "draft" };

/** How a record of each list is made. */
const bodies: Record<string, () => object> = {
  "/customers": () => ({ name: "Acme" }),
  "/products": () => ({ name: "Hour" }),
  "/sales": () => ({ customer_id, lines }),
  "/quotes": () => ({ customer_id, lines }),
  "/invoices": () => ({ customer_id, lines }),
  "/recurring_invoices": () => ({ customer_id, lines, ...schedule }),
};
const lists = Object.keys(bodies);

async function create(path: string, metadata: object, more: object = {}): Promise<number> {
  const { status, body, text } = await company.call(`POST ${path}`, {
    body: { ...bodies[path]!(), metadata, ...more },
  });
  if (status !== 201) throw new Error(text);
  return (Object.values(body).find((value) => typeof value === "object") as { id: number }).id;
}

async function idsOf(path: string, query: Record<string, string>, of = company): Promise<number[]> {
  const { status, body, text } = await of.call(`GET ${path}?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(text);
  return (Object.values(body).find(Array.isArray) as { id: number }[]).map(({ id }) => id);
}

test("every list of records with metadata has the filter", () => {
  const withFilter = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === "metadata"),
  );
  expect(withFilter.map(({ name }) => name).sort()).toEqual(lists.map((path) => `GET ${path}`).sort());
});

describe.each(lists)("GET %s?metadata[key]=value", (path) => {
  test("finds texts, numbers, booleans and entries of lists, newest first, and no other company's", async () => {
    const text = await create(path, { ref: "7", region: "north" });
    const number = await create(path, { ref: 7, tags: ["a", "b"] });
    const boolean = await create(path, { ref: true, region: "north", nested: { ref: "7" } });
    await create(path, { nested: { ref: "7" }, ref: { a: "7" } });
    const other = await service.company();
    expect(await idsOf(path, { "metadata[ref]": "7" })).toEqual([number, text]);
    expect(await idsOf(path, { "metadata[ref]": "true" })).toEqual([boolean]);
    expect(await idsOf(path, { "metadata[tags]": "b" })).toEqual([number]);
    expect(await idsOf(path, { "metadata[region]": "north" })).toEqual([boolean, text]);
    expect(await idsOf(path, { "metadata[region]": "north", "metadata[ref]": "7" })).toEqual([text]);
    expect(await idsOf(path, { "metadata[region]": "NORTH" })).toEqual([]);
    expect(await idsOf(path, { "metadata[region]": "north" }, other)).toEqual([]);
  });

  test("goes with pages, counts, other filters and strict mode, and follows changes", async () => {
    const ids: number[] = [];
    for (const external_id of ["m-1", "m-2", "m-3"])
      ids.unshift(await create(path, { batch: "p" }, { external_id }));
    const query = { "metadata[batch]": "p", limit: "2", include: "total_count" };
    const first = await company.call(`GET ${path}?${new URLSearchParams(query)}`, {
      headers: { "Billfold-Strict": "true" },
    });
    expect([first.status, first.body.warnings]).toEqual([200, undefined]);
    expect(first.body.pagination).toMatchObject({
      has_more: true,
      total_count: 3,
      total_count_capped: false,
    });
    const cursor = first.body.pagination.next_cursor as string;
    expect(await idsOf(path, { ...query, cursor })).toEqual([ids[2]]);
    expect(await idsOf(path, { "metadata[batch]": "p", external_id: "m-2" })).toEqual([ids[1]]);
    expect(await idsOf(path, { "metadata[batch]": "q", external_id: "m-2" })).toEqual([]);
    expect(await idsOf(path, { "metadata[batch]": "p", created_from: "2020-01-01" })).toEqual(ids);
    expect(await idsOf(path, { "metadata[batch]": "p", created_to: "2020-01-01" })).toEqual([]);
    const changed = await company.call(`PATCH ${path}/${ids[0]}`, {
      body: { metadata: { batch: "later" } },
    });
    expect(changed.status).toBe(200);
    expect(await idsOf(path, { "metadata[batch]": "p" })).toEqual(ids.slice(1));
    expect(await idsOf(path, { "metadata[batch]": "later" })).toEqual([ids[0]]);
  });
});

describe("keys and values are data", () => {
  test.each(['a"b', "a\\b", "a.b", "a[0]", "$", "é✓", "__proto__", "x' or 1=1", "*"])("%s", async (key) => {
    const id = await create("/customers", JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(key)}}`));
    expect(await idsOf("/customers", { [`metadata[${key}]`]: key })).toEqual([id]);
  });

  test.each([
    ["metadata=x", "metadata", "must be written as metadata[key]=value"],
    ["metadata[a]=1&metadata[a]=2", "metadata.a", "must be a string"],
    [`metadata[a]=${"x".repeat(501)}`, "metadata.a", "must have at most 500 characters"],
    ["metadata[a]=%00", "metadata", "contains invalid characters"],
    ["metadata[%00]=a", "metadata", "contains invalid characters"],
    [
      Array.from({ length: 11 }, (_, n) => `metadata[k${n}]=1`).join("&"),
      "metadata",
      "must have at most 10 entries",
    ],
  ])("422 for %s", async (query, field, message) => {
    const { status, body } = await company.call(`GET /customers?${query}`);
    expect([status, body.errors]).toEqual([422, [{ field, message }]]);
  });

  test("a list without metadata reports the filter as unknown", async () => {
    const { body } = await company.call("GET /payments?metadata[a]=1");
    expect(body.warnings).toEqual(["unknown field: metadata[a]"]);
    const empty = await company.call("GET /customers?metadata[]=1");
    expect(empty.body.warnings).toEqual(["unknown field: metadata[]"]);
  });
});
