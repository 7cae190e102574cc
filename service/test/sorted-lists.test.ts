import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkedRowsMax } from "../src/platform/db/lists/page.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { operations } from "./operations.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  await fill(company);
  await fill(await service.company());
});
afterAll(() => service.close());

/** Some of everything, with equal dates, amounts and names, and none in the order in which it was made. */
async function fill(owner: TestCompany): Promise<void> {
  const made = async (path: string, body: object) => {
    const { status, body: answer, text } = await owner.call(`POST ${path}`, { body });
    if (status > 201) throw new Error(text);
    return Object.values(answer).find((value) => typeof value === "object") as { id: number };
  };
  for (const name of ["Zoe", "ada", "Élan", "Ada", "bola", "Ada"]) {
    await made("/customers", { name });
    await made("/products", { name });
    service.clock.advance(1000);
  }
  const customer_id = await owner.customer({ name: "Customer" });
  const large = [{ description: "Work", quantity: 1, unit_price: 1000 }];
  const { id: invoice_id } = await made("/invoices", { customer_id, lines: large });
  await made(`/invoices/${invoice_id}/issue`, {});
  for (const [month, price] of [
    [3, 50],
    [1, 200.05],
    [2, 50],
    [3, 9.5],
    [1, 50],
  ]) {
    const lines = [{ description: "Work", quantity: 1, unit_price: price }];
    await made("/invoices", {
      customer_id,
      lines,
      invoice_date: `2026-0${month}-10`,
      due_date: `2026-0${7 - month!}-10`,
    });
    await made("/sales", { customer_id, lines });
    const quote_date = `2026-0${month}-10`;
    await made("/quotes", { customer_id, lines, quote_date, valid_until: `2026-0${9 - month!}-10` });
    await made("/recurring_invoices", {
      customer_id,
      lines,
      interval: "month",
      action: "draft",
      start_date: `2030-0${month}-10`,
    });
    await made(`/invoices/${invoice_id}/credit_notes`, { lines });
    const expires_at = new Date(service.clock.now().getTime() + month! * 86_400_000).toISOString();
    await made("/payments/link", { amount: price, expires_at });
    await made("/payments", {
      invoice_id,
      amount: price,
      method: "cash",
      paid_at: `2026-0${month}-11T10:00:00.000Z`,
    });
    service.clock.advance(1000);
  }
}

type Entry = Record<string, string | number> & { id: number };
/** Links have a reference instead. */
const idOf = ({ id, reference }: Entry) => (reference?.toString().startsWith("pl_") ? reference : id);

async function walk(path: string, query: string, limit: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor = ""; ; ) {
    const { status, body, text } = await company.call(`GET ${path}?${query}&limit=${limit}${cursor}`);
    expect([query, status, status === 200 ? "" : text]).toEqual([query, 200, ""]);
    entries.push(...(Object.values(body).find(Array.isArray) as Entry[]));
    if (!body.pagination.has_more) return entries;
    cursor = `&cursor=${body.pagination.next_cursor}`;
  }
}

const sortable = operations.flatMap(({ name, path, parameters }) => {
  const sort = parameters.find((each) => each.name === "sort") as { schema: { enum: string[] } } | undefined;
  return name.startsWith("GET /") && sort ? [{ path, sorts: sort.schema.enum }] : [];
});

test("these lists can be sorted", () => {
  expect(
    Object.fromEntries(sortable.map(({ path, sorts }) => [path, sorts.filter((s) => !s.startsWith("-"))])),
  ).toEqual({
    "/customers": ["created_at", "name"],
    "/products": ["created_at", "name"],
    "/invoices": ["created_at", "invoice_date", "due_date", "total"],
    "/payments": ["created_at", "paid_at", "amount"],
    "/sales": ["created_at", "total"],
    "/quotes": ["created_at", "quote_date", "valid_until", "total"],
    "/recurring_invoices": ["created_at", "start_date"],
    "/credit_notes": ["created_at", "total"],
    "/payments/links": ["created_at", "expires_at", "amount"],
  });
});

/** As people read a name: without case and accents. */
const keyOf = (value: string | number | undefined) =>
  typeof value === "string" ? value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase() : value!;

describe.each(sortable.flatMap(({ path, sorts }) => sorts.map((sort) => ({ path, sort }))))(
  "GET $path?sort=$sort",
  ({ path, sort }) => {
    const field = sort.replace("-", "");

    test("has all records once, in this order, on pages of any size, and none of another company", async () => {
      const all = await walk(path, "", 100);
      const sorted = await walk(path, `sort=${sort}`, 100);
      expect(new Set(sorted.map(idOf))).toEqual(new Set(all.map(idOf)));
      expect(sorted.length).toBe(all.length);
      const keys = sorted.map((entry) => keyOf(entry[field]));
      const ascending = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys).toEqual(sort.startsWith("-") ? ascending.reverse() : ascending);
      for (const limit of [1, 2, 3]) expect(await walk(path, `sort=${sort}`, limit)).toEqual(sorted);
    });

    test("refuses the cursor of another order", async () => {
      const { body } = await company.call(`GET ${path}?limit=1`);
      const cursorOf = async (other: string) =>
        (await company.call(`GET ${path}?limit=1&sort=${other}`)).body.pagination.next_cursor as string;
      const opposite = sort.startsWith("-") ? field : `-${field}`;
      const foreign = sort === "-created_at" ? [] : [body.pagination.next_cursor as string];
      for (const cursor of [...foreign, await cursorOf(opposite)]) {
        const { status, body: refused } = await company.call(`GET ${path}?sort=${sort}&cursor=${cursor}`);
        expect([status, refused.errors?.[0]?.field]).toEqual([422, "cursor"]);
      }
    });
  },
);

test.each(sortable.map(({ path, sorts }) => [path, sorts] as const))(
  "GET %s refuses what it can't be sorted by, with what it can",
  async (path, sorts) => {
    for (const sort of ["colour", "id", "-", "total,-created_at"]) {
      const { status, body } = await company.call(`GET ${path}?sort=${sort}`);
      expect([sort, status, body.errors[0].field]).toEqual([sort, 422, "sort"]);
      for (const known of sorts) expect(body.errors[0].message).toContain(known);
    }
  },
);

test("a record that moves between two pages leaves the others where they are", async () => {
  const shop = await service.company();
  const ids: number[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    ids.push((await shop.call("POST /customers", { body: { name } })).body.customer.id);
  }
  const first = (await shop.call("GET /customers?sort=name&limit=2")).body;
  // The last one of the page is gone, one that was shown moves behind the cursor, and one that was not moves before it.
  await shop.call(`PATCH /customers/${ids[1]}`, { body: { name: "zz" } });
  await shop.call(`PATCH /customers/${ids[4]}`, { body: { name: "aa" } });
  const { body } = await shop.call(`GET /customers?sort=name&cursor=${first.pagination.next_cursor}`);
  expect(body.customers.map(({ id }: Entry) => id)).toEqual([ids[2], ids[3], ids[1]]);
});

test("names as long as names can be have a cursor", async () => {
  const shop = await service.company();
  const names = [`${"\u{1F600}".repeat(99)}a`, "ﬃ".repeat(200), "ß".repeat(200), '"'.repeat(200)];
  for (const name of names) {
    const { status, text } = await shop.call("POST /customers", { body: { name } });
    expect([status, text]).toEqual([201, expect.anything()]);
  }
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const { status, body, text } = await shop.call(`GET /customers?sort=name&limit=1${cursor}`);
    expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
    seen.push(body.customers[0].name);
    if (!body.pagination.has_more) break;
    cursor = `&cursor=${body.pagination.next_cursor}`;
  }
  expect(seen.toSorted()).toEqual(names.toSorted());
});

describe(`where more than ${checkedRowsMax} match`, () => {
  let large: TestCompany;
  beforeAll(async () => {
    large = await service.company();
    await service.context.db.query(
      `insert into payments (company_id, amount, unallocated_amount, currency, method, source, paid_at, created_at)
       select $1, 1 + n % 10, 1 + n % 10, 'NGN', case when n % 2 = 0 then 'cash' else 'card' end, 'api',
         timestamptz '2026-01-01' + (n % 5) * interval '1 day', timestamptz '2026-06-01' + n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [large.id, 2 * checkedRowsMax + 10],
    );
    await service.context.db.query(
      `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
       select $1, 'Same', 'business', '{}', now(), now() from generate_series(1, $2::int) n`,
      [large.id, checkedRowsMax + 10],
    );
  });

  test("what an index sorts is whole, with many equal values", async () => {
    const paid = (await large.call("GET /payments?sort=-paid_at&method=cash&limit=100")).body
      .payments as Entry[];
    expect(new Set(paid.map(({ paid_at, method }) => `${paid_at} ${method}`))).toEqual(
      new Set(["2026-01-05T00:00:00.000Z cash"]),
    );
    const seen = new Set<number>();
    for (let cursor = ""; ; ) {
      const { body } = await large.call(`GET /customers?sort=name&limit=100${cursor}`);
      for (const { id } of body.customers as Entry[]) seen.add(id);
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen.size).toBe(checkedRowsMax + 10);
  });

  test("what no index sorts is refused with what to add or leave out, and sorted once it is few", async () => {
    const { status, body } = await large.call("GET /payments?sort=amount");
    expect([status, body.code]).toEqual([422, "query_too_broad"]);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "sort",
      "created_from",
      "created_to",
    ]);
    const few = await large.call("GET /payments?sort=-amount&limit=3&created_to=2026-06-01");
    expect((few.body.payments as Entry[]).map(({ amount }) => amount)).toEqual([10, 10, 10]);
  });
});
