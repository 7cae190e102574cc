import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import type { Company } from "../../../contract/access.ts";
import {
  type Database,
  openDatabase,
  type Queryable,
  type Statement,
} from "../../../platform/db/database.ts";
import { checkedRowsMax } from "../../../platform/db/lists/page.ts";
import { createRenderedTexts } from "../../../platform/db/lists/rendered.ts";
import { listInvoices } from "./service.ts";

const invoices = 50_000;
const company = { id: 1, timeZone: "Africa/Lagos", invoiceSeries: "INV" } as Company;
const today = "2026-11-15";

/**
 * One company with two customers, and filters that rarely meet: half of the statuses occur only with half of the
 * currencies, one customer has no dollars, and whatever is paid is registered. Every second one has metadata.
 */
const seed = `
  insert into invoices (company_id, status, number, customer_id, customer_snapshot, supplier_snapshot, invoice_date,
    due_date, currency, subtotal, tax_total, total, taxes, fiscal_status, source, portal_secret, external_id, metadata,
    created_at, updated_at, overdue_at, issued_at)
  select 1, status, case when status <> 'draft' then 'INV-' || n end, 1 + n % 2,
    case when status <> 'draft' then '{}'::jsonb end, case when status <> 'draft' then '{}'::jsonb end,
    date '2026-01-01' + n % 7, date '2026-02-01' + n % 5, (array['NGN', 'USD', 'EUR', 'GHS'])[1 + n % 4], 1 + n % 3, 0,
    1 + n % 3, '[]',
    case when status = 'paid' then 'registered' else 'none' end, 'api', 's', 'e-' || n,
    case when n % 2 = 0 then jsonb_build_object('shop', n % 4, 'order', 'o-' || n, 'rare', n / 20000) else '{}' end,
    timestamptz '2026-01-01' + n * interval '1 minute', now(), case when status in ('open', 'partially_paid') then now() end,
    case when status <> 'draft' then timestamptz '2026-01-01' + n % 1000 * interval '1 hour' end
  from (select n, (array['draft', 'open', 'paid', 'partially_paid', 'void', 'uncollectible'])[1 + n % 6] as status
    from generate_series(1, ${invoices}) n) n`;

let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await migratedDatabase();
  db = openDatabase({
    connectionString: fresh.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  await db.query("set plan_cache_mode = force_generic_plan");
  await db.query(`insert into companies (id, name, email, status, created_at, updated_at)
    overriding system value values (1, 'Large Ltd', 'a@example.com', 'pending', now(), now())`);
  await db.query(`insert into customers (company_id, id, name, kind, external_id, metadata, created_at, updated_at)
    overriding system value
    select 1, n, (array['Acme', 'Busy'])[n] || ' Ltd', 'business', 'c-' || n, '{}', now(), now() from generate_series(1, 2) n`);
  await db.query(seed);
  await db.query("vacuum analyze invoices");
  await db.query("analyze customers");
}, 120_000);
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

type Plan = { "QUERY PLAN": string };

/** What a list answers, and how many pages of the database its statements read. */
async function ask(query: Parameters<typeof listInvoices>[3]) {
  let pages = 0;
  const counting: Queryable = {
    query: async <R>(sql: Statement | string, values: readonly unknown[] = []) => {
      const { text } = sql as Statement;
      const [row] = await db.query<Plan>(`explain (analyze, buffers, format json) ${text}`, values);
      const [{ Plan: plan }] = JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Record<string, number> }];
      pages += plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!;
      return db.query<R>(text, values);
    },
  };
  const reads = { ...counting, rendered: createRenderedTexts() };
  const answer = await listInvoices(reads, company, today, query).then(
    ({ entries }) => entries.map((entry) => (JSON.parse(entry.toString()) as { id: number }).id),
    (error: { code: string; errors?: { field: string }[] }) => ({
      code: error.code,
      fields: error.errors?.map(({ field }) => field),
    }),
  );
  return { answer, pages };
}

/** The same by a plain query over all. */
type Value = string | number | Record<string, string>;
const conditions: Record<keyof typeof values, (value: Value) => string> = {
  status: (value) => (value === "overdue" ? "status in ('open', 'partially_paid')" : `status = '${value}'`),
  fiscal_status: (value) => `fiscal_status = '${value}'`,
  customer_id: (value) => `customer_id = ${value}`,
  currency: (value) => `currency = '${value}'`,
  external_id: (value) => `external_id = '${value}'`,
  number: (value) => `number = '${value}'`,
  customer_external_id: (value) => `customer_id = ${value === "c-1" ? 1 : 0}`,
  recurring_invoice_id: (value) => `recurring_invoice_id = ${value}`,
  created_from: (value) => `created_at >= '${value} 00:00+01'`,
  created_to: (value) => `created_at < timestamptz '${value} 00:00+01' + interval '1 day'`,
  metadata: (value) =>
    Object.entries(value)
      .map(([key, text]) => `metadata ->> '${key}' = '${text}'`)
      .join(" and "),
  q: (value) => (value === "acme" ? "customer_id = 1" : value === "INV-7" ? "number = 'INV-7'" : "false"),
};

async function expected(
  query: Partial<Record<keyof typeof values, Value>>,
  order = "created_at desc, id desc",
): Promise<number[]> {
  const all = Object.entries(query).map(([name, value]) => conditions[name as keyof typeof values](value));
  const rows = await db.query<{ id: number }>(
    `select id from invoices where ${["true", ...all].join(" and ")} order by ${order} limit 25`,
  );
  return rows.map(({ id }) => id);
}

const tooBroad = { code: "query_too_broad", fields: expect.anything() };

const values = {
  status: ["draft", "paid", "void", "overdue"],
  fiscal_status: ["none", "registered", "rejected"],
  customer_id: [1, 2],
  currency: ["NGN", "USD", "JPY"],
  external_id: ["e-7"],
  number: ["INV-7", "INV-0"],
  customer_external_id: ["c-1", "nobody"],
  recurring_invoice_id: [7],
  created_from: ["2026-02-01"],
  created_to: ["2026-01-02"],
  metadata: [{ order: "o-8" }, { shop: "2" }, { shop: "0", order: "o-12" }, { order: "nothing" }] as Record<
    string,
    string
  >[],
  q: ["acme", "INV-7", "nobody"],
} as const;

const names = Object.keys(values) as (keyof typeof values)[];
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));

describe(`of ${invoices} invoices`, () => {
  test.each(names)("%s alone reads at most 1,000 pages", async (name) => {
    for (const value of values[name]) {
      const { answer, pages } = await ask({ [name]: value });
      expect([value, answer]).toEqual([value, await expected({ [name]: value })]);
      expect.soft([value, pages < 1000 || pages]).toEqual([value, true]);
    }
  });

  test.each(pairs)("%s and %s read a bounded number of pages, whatever they find", async (one, other) => {
    for (const first of values[one]) {
      for (const second of values[other]) {
        const { answer, pages } = await ask({ [one]: first, [other]: second });
        const query = { [one]: first, [other]: second };
        if (Array.isArray(answer)) expect([query, answer]).toEqual([query, await expected(query)]);
        else expect([query, answer]).toEqual([query, tooBroad]);
        // Two indexes may be tried, and a row that is read from either costs a page.
        expect.soft([first, second, pages < 2 * checkedRowsMax || pages]).toEqual([first, second, true]);
      }
    }
  });

  test.each([
    { invoice_date_to: "2000-01-01" },
    { due_date_from: "2090-01-01" },
    { issued_to: "2000-01-01" },
    { total_from: "999999999999", status: "paid" },
    { updated_from: "2090-01-01" },
    { updated_from: "2090-01-01", status: "paid" },
  ])("%o reads a bounded number of pages although nothing matches", async (query) => {
    const { answer, pages } = await ask(query);
    expect(answer).toEqual(tooBroad);
    expect(pages < 2 * checkedRowsMax || pages).toBe(true);
  });

  const ranged: [query: Parameters<typeof listInvoices>[3], condition: string, order: string][] = [
    [{ total_from: "999999999999", status: "paid", sort: "-total" }, "false", "id"],
    [{ due_date_from: "2090-01-01", status: "overdue", sort: "due_date" }, "false", "id"],
    [
      { due_date_from: "2026-02-02", due_date_to: "2026-02-04", status: "paid", sort: "-due_date" },
      "due_date between '2026-02-02' and '2026-02-04' and status = 'paid'",
      "due_date desc, id desc",
    ],
    [
      { total_from: 2, total_to: 3, fiscal_status: "registered", sort: "-total" },
      "total >= 2 and status <> 'draft' and fiscal_status = 'registered'",
      "total desc, id desc",
    ],
    [
      {
        invoice_date_to: "2026-01-03",
        due_date_to: "2026-02-03",
        status: "open",
        currency: "USD",
        sort: "-invoice_date",
      },
      "invoice_date <= '2026-01-03' and due_date <= '2026-02-03' and status = 'open' and currency = 'USD'",
      "invoice_date desc, id desc",
    ],
  ];

  test.each(ranged)("%o reads few pages, however many are in the range", async (query, condition, order) => {
    const { answer, pages } = await ask(query);
    const rows = await db.query<{ id: number }>(
      `select id from invoices where ${condition} order by ${order} limit 25`,
    );
    expect(answer).toEqual(rows.map(({ id }) => id));
    expect(pages < 1000 || pages).toBe(true);
  });

  test("a walk along the cursor through a range meets each once", async () => {
    const walked: number[] = [];
    let cursor: string | undefined;
    do {
      const query = {
        ...({ due_date_from: "2026-02-05", status: "paid", sort: "-due_date", limit: 100 } as const),
        ...(cursor && { cursor }),
      };
      const { entries, pagination } = await listInvoices(db, company, today, query);
      walked.push(...entries.map((entry) => (JSON.parse(entry.toString()) as { id: number }).id));
      cursor = (JSON.parse(pagination) as { next_cursor: string | null }).next_cursor ?? undefined;
    } while (cursor);
    const all = await db.query<{ id: number }>(
      "select id from invoices where due_date >= '2026-02-05' and status = 'paid' order by due_date desc, id desc",
    );
    expect(walked.length).toBeGreaterThan(500);
    expect(walked).toEqual(all.map(({ id }) => id));
  });

  test("without sort, a range has the newest first", async () => {
    const { answer } = await ask({ customer_id: 1, status: "paid", due_date_from: "2026-02-02" });
    const rows = await db.query<{ id: number }>(
      `select id from invoices where customer_id = 1 and status = 'paid' and due_date >= '2026-02-02'
       order by created_at desc, id desc limit 25`,
    );
    expect(answer).toEqual(rows.map(({ id }) => id));
  });

  test("a range with more than are checked is refused with the sort that finds them", async () => {
    expect((await ask({ due_date_from: "2090-01-01", status: "paid" })).answer).toEqual({
      code: "query_too_broad",
      fields: ["sort", "created_from", "created_to"],
    });
  });

  const sorts = ["created_at", "invoice_date", "-invoice_date", "due_date", "-due_date", "total", "-total"];
  const orderOf = (sort: string) => (sort.startsWith("-") ? `${sort.slice(1)} desc, id desc` : `${sort}, id`);

  test.each(sorts)("sort=%s reads a bounded number of pages with any filter", async (sort) => {
    const wanted = (query: object) => ({ ...query, sort }) as Parameters<typeof listInvoices>[3];
    for (const query of [
      {},
      ...names.flatMap((name) => values[name].map((value) => ({ [name]: value }))),
      { status: "paid", currency: "NGN" },
      { status: "paid", customer_id: 2 },
    ]) {
      const { answer, pages } = await ask(wanted(query));
      if (Array.isArray(answer))
        expect([query, answer]).toEqual([query, await expected(query, orderOf(sort))]);
      else expect([query, answer]).toEqual([query, tooBroad]);
      expect.soft([query, pages < 3 * checkedRowsMax || pages]).toEqual([query, true]);
    }
  });

  test("the oldest first costs as little as the newest first", async () => {
    for (const name of names) {
      for (const value of values[name]) {
        const query = { [name]: value };
        const { answer, pages } = await ask({ ...query, sort: "created_at" });
        if (name !== "metadata")
          expect([query, answer]).toEqual([query, await expected(query, "created_at, id")]);
        if (name !== "metadata") expect.soft([query, pages < 1000 || pages]).toEqual([query, true]);
      }
    }
  });

  test("issued invoices are sorted by dates and total without a limit, others if there are few", async () => {
    // All that are paid have the largest total, so the smallest first would read all others.
    for (const sort of sorts.filter((name) => name !== "created_at" && name !== "total")) {
      const { answer, pages } = await ask({ sort, status: "paid" });
      expect([sort, answer]).toEqual([sort, await expected({ status: "paid" }, orderOf(sort))]);
      expect([sort, pages < 1000 || pages]).toEqual([sort, true]);
    }
    expect((await ask({ sort: "-invoice_date" })).answer).toEqual({
      code: "query_too_broad",
      fields: ["sort", "status", "created_from", "created_to"],
    });
    const few = { created_from: "2026-01-02", created_to: "2026-01-03" };
    for (const sort of sorts) {
      expect([sort, (await ask({ ...few, sort })).answer]).toEqual([
        sort,
        await expected(few, orderOf(sort)),
      ]);
    }
  });

  test.each([
    { status: "uncollectible", sort: "-invoice_date" },
    { status: "open", sort: "invoice_date" },
    { created_to: "2026-01-02", sort: "-total" },
    { created_to: "2026-01-02", sort: "due_date" },
    { created_to: "2026-01-02", sort: "created_at" },
  ])("a walk along the cursor by %o meets each once, although many are equal", async ({ sort, ...query }) => {
    const walked: number[] = [];
    let cursor: string | undefined;
    do {
      const page = { ...query, sort, limit: 100, ...(cursor && { cursor }) };
      const { entries, pagination } = await listInvoices(db, company, today, page);
      walked.push(...entries.map((entry) => (JSON.parse(entry.toString()) as { id: number }).id));
      cursor = (JSON.parse(pagination) as { next_cursor: string | null }).next_cursor ?? undefined;
    } while (cursor);
    const conditioned = Object.entries(query).map(([name, value]) =>
      conditions[name as "status"](value as string),
    );
    const all = await db.query<{ id: number }>(
      `select id from invoices where ${conditioned.join(" and ")} order by ${orderOf(sort)}`,
    );
    expect(walked.length).toBeGreaterThan(100);
    expect(walked).toEqual(all.map(({ id }) => id));
  });

  test("filters are refused only where each of them matches too many", async () => {
    const paidOfOther = { status: "paid", customer_id: 2 };
    expect((await ask(paidOfOther)).answer).toEqual({
      code: "query_too_broad",
      fields: ["created_from", "created_to"],
    });
    const inPeriod = { ...paidOfOther, created_from: "2026-01-02", created_to: "2026-01-03" };
    expect((await ask(inPeriod)).answer).toEqual([]);
    expect((await ask({ fiscal_status: "rejected", customer_id: 2 })).answer).toEqual([]);
    const longPeriod = { ...paidOfOther, created_from: "2026-01-02", created_to: "2026-12-31" };
    expect((await ask(longPeriod)).answer).toMatchObject({ fields: ["created_from"] });
  });

  test("metadata that too many invoices have, none of them new, needs a period", async () => {
    expect((await ask({ metadata: { rare: "0" } })).answer).toEqual({
      code: "query_too_broad",
      fields: ["created_from", "created_to"],
    });
    const query = { metadata: { rare: "0" }, created_from: "2026-01-02", created_to: "2026-01-03" };
    expect((await ask(query)).answer).toEqual(await expected(query));
  });

  test("a walk along the cursor through checked rows meets each that matches once", async () => {
    const filters = { customer_id: 2, status: "open", created_from: "2026-01-31" } as const;
    const walked: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { ...filters, limit: 100, ...(cursor && { cursor }) };
      const { entries, pagination } = await listInvoices(db, company, today, query);
      walked.push(...entries.map((entry) => (JSON.parse(entry.toString()) as { id: number }).id));
      cursor = (JSON.parse(pagination) as { next_cursor: string | null }).next_cursor ?? undefined;
    } while (cursor);
    const all = await db.query<{
      id: number;
    }>(`select id from invoices where customer_id = 2 and status = 'open'
      and created_at >= '2026-01-31 00:00+01' order by created_at desc, id desc`);
    expect(walked).toEqual(all.map(({ id }) => id));
  });
});
