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

type Made = { id: string | number };
type Kind = {
  /** A request that makes a record, with a filter that finds this record alone. */
  one: () => Promise<{ path: string; body: object; alone: Record<string, string> }>;
  /** Whether PATCH may change the metadata. */
  changes: boolean;
};

let made = 0;
const byExternalId = (path: string, body: () => object): Kind => ({
  one: async () => {
    const external_id = `m-${++made}`;
    return { path, body: { ...body(), external_id }, alone: { external_id } };
  },
  changes: true,
});

async function issuedInvoice(): Promise<number> {
  const { body } = await company.call("POST /invoices", { body: { customer_id, lines } });
  await company.call(`POST /invoices/${body.invoice.id}/issue`);
  return body.invoice.id as number;
}

/** How a record of each list is made. */
const kinds: Record<string, Kind> = {
  "/customers": byExternalId("/customers", () => ({ name: "Acme" })),
  "/products": byExternalId("/products", () => ({ name: "Hour" })),
  "/sales": byExternalId("/sales", () => ({ customer_id, lines })),
  "/quotes": byExternalId("/quotes", () => ({ customer_id, lines })),
  "/invoices": byExternalId("/invoices", () => ({ customer_id, lines })),
  "/recurring_invoices": byExternalId("/recurring_invoices", () => ({ customer_id, lines, ...schedule })),
  "/payments": {
    one: async () => {
      const reference = `m-${++made}`;
      const body = { invoice_id: await issuedInvoice(), amount: 1, reference };
      return { path: "/payments", body, alone: { reference } };
    },
    changes: true,
  },
  "/payments/links": {
    one: async () => {
      const invoice_id = await issuedInvoice();
      return {
        path: "/payments/link",
        body: { amount: 1, invoice_id },
        alone: { invoice_id: `${invoice_id}` },
      };
    },
    changes: false,
  },
  "/credit_notes": {
    one: async () => {
      const invoice_id = await issuedInvoice();
      const path = `/invoices/${invoice_id}/credit_notes`;
      return { path, body: {}, alone: { invoice_id: `${invoice_id}` } };
    },
    changes: false,
  },
};
const lists = Object.keys(kinds);

/** A link's fields stand beside `success`, and it has a reference instead of an id. */
const idOf = ({ id, reference }: Record<string, unknown>) => (id ?? reference) as Made["id"];

async function createOne(list: string, metadata: object) {
  const { path, body: given, alone } = await kinds[list]!.one();
  const { status, body, text } = await company.call(`POST ${path}`, { body: { ...given, metadata } });
  if (status !== 201) throw new Error(text);
  const { success: _success, ...records } = body;
  const noun =
    Object.keys(records).find((name) => typeof records[name] === "object" && name !== "invoice") ?? "invoice";
  const shown = path === "/payments/link" ? body : records[noun];
  expect(shown.metadata).toEqual(metadata);
  return { id: idOf(shown), alone };
}

const create = async (list: string, metadata: object) => (await createOne(list, metadata)).id;

async function idsOf(path: string, query: Record<string, string>, of = company): Promise<Made["id"][]> {
  const { status, body, text } = await of.call(`GET ${path}?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(text);
  return (Object.values(body).find(Array.isArray) as Record<string, unknown>[]).map(idOf);
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
    expect(await idsOf(path, { "metadata[region]": "north", sort: "created_at" })).toEqual([text, boolean]);
  });

  test("goes with pages, counts, other filters and strict mode, and follows changes", async () => {
    const all: Awaited<ReturnType<typeof createOne>>[] = [];
    for (let n = 0; n < 3; n += 1) all.unshift(await createOne(path, { batch: "p" }));
    const ids = all.map(({ id }) => id);
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
    expect(await idsOf(path, { "metadata[batch]": "p", ...all[1]!.alone })).toEqual([ids[1]]);
    expect(await idsOf(path, { "metadata[batch]": "q", ...all[1]!.alone })).toEqual([]);
    expect(await idsOf(path, { "metadata[batch]": "p", created_from: "2020-01-01" })).toEqual(ids);
    expect(await idsOf(path, { "metadata[batch]": "p", created_to: "2020-01-01" })).toEqual([]);
    const changed = await company.call(`PATCH ${path}/${ids[0]}`, {
      body: { metadata: { batch: "later" } },
    });
    expect(changed.status).toBe(kinds[path]!.changes ? 200 : 404);
    if (!kinds[path]!.changes) return;
    expect(await idsOf(path, { "metadata[batch]": "p" })).toEqual(ids.slice(1));
    expect(await idsOf(path, { "metadata[batch]": "later" })).toEqual([ids[0]]);
  });
});

describe("metadata of payments", () => {
  test("changes by PATCH, also once the payment is reversed, with an event, and is cleared by null", async () => {
    const { path, body } = await kinds["/payments"]!.one();
    const { id } = (await company.call(`POST ${path}`, { body: { ...body, metadata: { a: 1 } } })).body
      .payment;
    await company.call(`POST /payments/${id}/reverse`, { body: { reason: "Recorded twice" } });
    const patched = await company.call(`PATCH /payments/${id}`, { body: { metadata: { b: [2] } } });
    expect([patched.status, patched.body.payment.metadata]).toEqual([200, { b: [2] }]);
    const { events } = (await company.call("GET /events?type=payment.updated&limit=100")).body;
    expect(events.at(-1).data).toMatchObject({
      object: { id, metadata: { b: [2] } },
      previous: { metadata: { a: 1 } },
    });
    const cleared = await company.call(`PATCH /payments/${id}`, { body: { metadata: null } });
    expect(cleared.body.payment.metadata).toEqual({});
    const still = await company.call(`PATCH /payments/${id}`, { body: { certificate_number: "X" } });
    expect(still.status).toBe(422);
  });

  test("belongs to the content of a repeated reference, unless it is left out", async () => {
    const { path, body } = await kinds["/payments"]!.one();
    const first = await company.call(`POST ${path}`, { body: { ...body, metadata: { a: 1, b: "x" } } });
    expect(first.status).toBe(201);
    const same = await company.call(`POST ${path}`, { body: { ...body, metadata: { b: "x", a: 1 } } });
    expect([same.status, same.body.payment.id]).toEqual([200, first.body.payment.id]);
    expect((await company.call(`POST ${path}`, { body })).status).toBe(200);
    const other = await company.call(`POST ${path}`, { body: { ...body, metadata: { a: 2 } } });
    expect([other.status, other.body.errors[0].field]).toEqual([422, "reference"]);
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
    const { body } = await company.call("GET /exchange_rates?metadata[a]=1");
    expect(body.warnings).toEqual(["unknown field: metadata[a]"]);
    const empty = await company.call("GET /customers?metadata[]=1");
    expect(empty.body.warnings).toEqual(["unknown field: metadata[]"]);
  });
});
