import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Company } from "../src/contract/access.ts";
import { listCreditNotes } from "../src/domains/billing/credit-notes/service.ts";
import { listCustomers } from "../src/domains/catalog/customers/service.ts";
import { listProducts } from "../src/domains/catalog/products/service.ts";
import { type LinkView, listLinks } from "../src/domains/payments/links/service.ts";
import { listPayments } from "../src/domains/payments/payments/service.ts";
import { type Database, openDatabase, type Queryable, type Statement } from "../src/platform/db/database.ts";
import { checkedRowsMax, type Page } from "../src/platform/db/page.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";

const rows = 30_000;
const company = { id: 1, timeZone: "Africa/Lagos" } as Company;
const today = "2026-11-15";
const metadata = `case when n % 2 = 0 then jsonb_build_object('shop', n % 4, 'ref', 'r-' || n, 'rare', n / 20000) else '{}' end`;
const moment = "timestamptz '2026-01-01' + n * interval '1 minute'";

/** What is common in one half of the records never meets what is common in the other half. */
const seeds = [
  `insert into companies (id, name, email, status, created_at, updated_at)
   overriding system value values (1, 'Large Ltd', 'a@example.com', 'pending', now(), now())`,
  `insert into customers (company_id, id, name, kind, email, tax_id, phone, external_id, metadata, created_at, updated_at)
   overriding system value
   select 1, n, 'Customer ' || n, 'business', 'c' || n % 2 || '@example.com', 't-' || n % 2, 'p-' || n % 3, 'e-' || n,
     ${metadata}, ${moment}, now() from generate_series(1, ${rows}) n`,
  `insert into products (company_id, name, sku, kind, unit_price, tax_rate, tax_category, unit_code, currency, active, portal, external_id, metadata,
     created_at, updated_at)
   select 1, 'Product ' || n, 's-' || n, 'service', 1, 0, 'S', 'EA', (array['NGN', 'USD'])[1 + n % 2], n > 10, n % 2 = 0, 'e-' || n,
     ${metadata}, ${moment}, now() from generate_series(1, ${rows}) n`,
  `insert into invoices (company_id, id, status, number, customer_id, customer_snapshot, supplier_snapshot, invoice_date,
     due_date, currency, subtotal, tax_total, total, taxes, fiscal_status, source, portal_secret, metadata, created_at,
     updated_at)
   overriding system value
   select 1, n, 'open', 'INV-' || n, n, '{}', '{}', '2026-01-01', '2026-02-01', 'NGN', 1000000, 0, 1000000, '[]', 'none', 'api',
     's', '{}', now(), now() from generate_series(1, 2) n`,
  `insert into payments (company_id, invoice_id, amount, currency, method, reference, source, paid_at, metadata, created_at)
   select 1, 1 + n % 2, 1 + n % 10, 'NGN', (array['cash', 'card'])[1 + n % 2], 'ref-' || n, 'api',
     timestamptz '2025-01-01' + (n % 300) * interval '1 day', ${metadata}, ${moment} from generate_series(1, ${rows}) n`,
  // Few links are over by their time before the pass marks them.
  `insert into payment_links (company_id, secret, amount, currency, invoice_id, status, metadata, expires_at, created_at,
     updated_at)
   select 1, 's', 1 + n % 10, 'NGN', 1 + n % 2,
     (array['active', 'paid', 'paid', 'paid', 'paid', 'expired'])[1 + n % 6], ${metadata},
     case when n % 3000 = 6 then ${moment} + interval '1 day' else timestamptz '2027-01-01' + n * interval '1 second' end,
     ${moment}, now() from generate_series(1, ${rows}) n`,
  `insert into credit_notes (company_id, number, invoice_id, currency, subtotal, tax_total, total, taxes, fiscal_status,
     metadata, issued_at, created_at)
   select 1, 'CN-' || n, 1 + n % 2, 'NGN', 1 + n % 10, 0, 1 + n % 10, '[]', (array['none', 'registered'])[1 + n % 2],
     ${metadata}, now(), ${moment} from generate_series(1, ${rows}) n`,
];

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
  for (const seed of seeds) await db.query(seed);
  for (const table of ["customers", "products", "invoices", "payments", "payment_links", "credit_notes"])
    await db.query(`vacuum analyze ${table}`);
}, 240_000);
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

type Query = Record<string, unknown>;
type List = (reads: Queryable, query: Query) => Promise<Page>;

type Plan = { Plans?: Plan[]; "Relation Name"?: string; [about: string]: unknown };

/** How many rows a plan looked at. Rows that were stored one after the other share pages, so pages would tell less. */
function rowsOf(plan: Plan): number {
  const each = ["Actual Rows", "Rows Removed by Filter"].map((name) => Number(plan[name] ?? 0));
  const own = plan["Relation Name"] ? (each[0]! + each[1]!) * Number(plan["Actual Loops"]) : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}

/** What a list answers, and how many rows its statements look at. */
async function ask(list: List, asked: Query) {
  let looked = 0;
  const query = async <R>(sql: Statement | string, values: readonly unknown[] = []) => {
    const { text } = sql as Statement;
    const [row] = await db.query<{ "QUERY PLAN": string }>(`explain (analyze, format json) ${text}`, values);
    looked += rowsOf((JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Plan }])[0].Plan);
    return db.query<R>(text, values);
  };
  const answer = await list({ query }, asked).then(
    ({ entries }) =>
      entries.map((entry) => {
        const { id, reference } = JSON.parse(entry) as { id?: number; reference: string };
        return id ?? linkIdOf(reference);
      }),
    (error: { code: string }) => error.code,
  );
  return { answer, looked };
}

const view = {
  config: { siteUrl: "https://pay.example" },
  now: new Date("2026-11-15T12:00:00Z"),
} as LinkView;
const linkIdOf = (reference: string) => Number(reference.split("_")[1]);

const noBalances = async () => new Map<number, string>();

const conditions: Record<string, (value: unknown) => string> = {
  created_from: (value) => `created_at >= '${value} 00:00+01'`,
  created_to: (value) => `created_at < timestamptz '${value} 00:00+01' + interval '1 day'`,
  paid_from: (value) => `paid_at >= '${value} 00:00+01'`,
  paid_to: (value) => `paid_at < timestamptz '${value} 00:00+01' + interval '1 day'`,
  customer_external_id: (value) => `customer_id = (select id from customers where external_id = '${value}')`,
  status: (value) => {
    const isOver = "expires_at <= '2026-11-15T12:00:00Z'";
    if (value === "expired") return `(status = 'expired' or (status = 'active' and ${isOver}))`;
    return `status = '${value}' ${value === "active" ? `and not ${isOver}` : ""}`;
  },
  metadata: (value) =>
    Object.entries(value as Record<string, string>)
      .map(([key, text]) => `metadata ->> '${key}' = '${text}'`)
      .join(" and "),
};
const conditionOf = ([name, value]: [string, unknown]) => conditions[name]?.(value) ?? `${name} = '${value}'`;

async function expected(table: string, query: Query, order: string): Promise<number[]> {
  const all = ["true", ...Object.entries(query).map(conditionOf)].join(" and ");
  const found = await db.query<{ id: number }>(
    `select id from ${table} where ${all} order by ${order} limit 25`,
  );
  return found.map(({ id }) => id);
}

/** Of each path, so many rows are checked, and so many keys tell whether there are more; some rows are looked up besides. */
const pathsMax = (paths: number) => paths * (2 * checkedRowsMax + 1) + 1000;

const periods = { created_from: ["2026-01-10"], created_to: ["2026-01-02"] };
const byMetadata = [{ ref: "r-8" }, { shop: "2" }, { rare: "0" }, { ref: "nothing" }];

const lists: { table: string; list: List; values: Record<string, readonly unknown[]>; orders: object }[] = [
  {
    table: "payments",
    list: (reads, query) => listPayments(reads, company, today, query),
    values: {
      ...periods,
      invoice_id: [1, 2],
      reference: ["ref-7", "none"],
      customer_id: [1, 3],
      customer_external_id: ["e-2", "nobody"],
      method: ["cash", "card", "cheque"],
      paid_from: ["2025-10-01", "2090-01-01"],
      paid_to: ["2025-01-02", "2000-01-01"],
      metadata: byMetadata,
    },
    orders: { "-paid_at": "paid_at desc, id desc", amount: "amount, id", created_at: "created_at, id" },
  },
  {
    table: "payment_links",
    list: (reads, query) => listLinks(reads, view, company, today, query),
    values: {
      ...periods,
      status: ["active", "paid", "expired", "cancelled"],
      invoice_id: [1, 2],
      metadata: byMetadata,
    },
    orders: { "-expires_at": "expires_at desc, id desc", amount: "amount, id", created_at: "created_at, id" },
  },
  {
    table: "credit_notes",
    list: (reads, query) => listCreditNotes(reads, company, today, query),
    values: {
      ...periods,
      invoice_id: [1, 2],
      fiscal_status: ["none", "registered", "rejected"],
      metadata: byMetadata,
    },
    orders: { total: "total, id", created_at: "created_at, id" },
  },
  {
    table: "products",
    list: (reads, query) => listProducts(reads, company, today, query),
    values: {
      ...periods,
      active: [true, false],
      portal: [true, false],
      currency: ["NGN", "USD", "JPY"],
      sku: ["s-7", "none"],
      external_id: ["e-8"],
      metadata: byMetadata,
    },
    orders: { name: 'name_key collate "C", id desc', created_at: "created_at, id" },
  },
  {
    table: "customers",
    list: (reads, query) => listCustomers(reads, company, today, query, noBalances as never),
    values: { ...periods, external_id: ["e-8"], metadata: byMetadata },
    orders: { "-name": 'name_key collate "C" desc, id', created_at: "created_at, id" },
  },
];

describe.each(lists)(`of ${rows} $table`, ({ table, list, values, orders }) => {
  const names = Object.keys(values);
  const single = names.flatMap((name) => values[name]!.map((value) => ({ [name]: value })));
  const pairs = names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) =>
        values[one]!.flatMap((first) => values[other]!.map((second) => ({ [one]: first, [other]: second }))),
      ),
  );

  /** Either the right answer or a refusal, after a bounded number of rows; returns what was refused. */
  async function tried(queries: Query[], rowsMax: number, sort?: string, order = "created_at desc, id desc") {
    const refused: Query[] = [];
    for (const query of queries) {
      const { answer, looked } = await ask(list, { ...query, ...(sort && { sort }) });
      if (answer === "query_too_broad") refused.push(query);
      else expect([query, answer]).toEqual([query, await expected(table, query, order)]);
      expect.soft([query, looked < rowsMax || looked]).toEqual([query, true]);
    }
    return refused;
  }

  test("each filter reads a bounded number of rows, whatever it finds", async () => {
    const refused = await tried(single, pathsMax(2));
    const isChecked = (query: Query) =>
      ["active", "currency", "metadata", "paid_from", "paid_to"].some((name) => name in query);
    expect(refused.filter((query) => !isChecked(query))).toEqual([]);
  });

  test("every two filters read a bounded number of rows, whatever they find", async () => {
    expect((await tried(pairs, pathsMax(3))).length).toBeLessThan(pairs.length / 2);
  });

  test.each(Object.entries(orders))("sort=%s reads a bounded number of rows", async (sort, order) => {
    const refused = await tried([{}, ...single], pathsMax(3), sort, order as string);
    const isIndexed = !["amount", "total", "-expires_at"].includes(sort);
    if (isIndexed) expect(refused).not.toContainEqual({});
  });
});
