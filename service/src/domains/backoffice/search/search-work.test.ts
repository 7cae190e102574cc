import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import type { Principal } from "../../../contract/access.ts";
import {
  type Database,
  openDatabase,
  type Queryable,
  type Statement,
} from "../../../platform/db/database.ts";
import { search } from "./service.ts";

const records = 20_000;
const pagesMax = 1000;

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
  await db.query(`insert into customers (company_id, id, name, kind, external_id, email, metadata, created_at, updated_at)
    overriding system value
    select 1, n, 'Amaka Stores ' || n, 'business', 'code-' || n, 'a' || n || '@example.com', '{}', now(), now()
    from generate_series(1, ${records}) n`);
  await db.query(`insert into invoices (company_id, status, number, customer_id, customer_snapshot, supplier_snapshot,
      invoice_date, due_date, currency, subtotal, tax_total, total, taxes, source, portal_secret, external_id, metadata,
      created_at, updated_at)
    select 1, 'open', 'INV-' || lpad(n::text, 6, '0'), n, '{}', '{}', '2026-01-01', '2026-02-01', 'NGN', 1, 0, 1, '[]',
      'api', 's', 'code-' || n, '{}', timestamptz '2026-01-01' + n * interval '1 minute', now()
    from generate_series(1, ${records}) n`);
  await db.query("vacuum analyze customers, invoices");
}, 120_000);
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

const reader = {
  company: { id: 1, invoiceSeries: "INV" },
  scopes: new Set(["invoices:read", "customers:read", "products:read", "sales:read", "payments:read"]),
  disabledFeatures: new Set(),
} as unknown as Principal;

test.each([
  ["a name that all customers have", "amaka", [5, 5]],
  ["letters in all names, too short for an index", "a", [5, 5]],
  ["the beginning of all numbers", "INV-0", [5, 0]],
  ["the beginning of all codes", "code-", [5, 5]],
  ["one number", "INV-000007", [1, 0]],
  ["nothing", "nobody", [0, 0]],
])(`a search for %s reads at most ${pagesMax} pages for each kind of record`, async (_what, text, found) => {
  const pages: Record<string, number> = {};
  let before: Promise<unknown> = Promise.resolve();
  const run = async (sql: Statement, values: readonly unknown[]) => {
    const [row] = await db.query<{ "QUERY PLAN": string }>(
      `explain (analyze, buffers, format json) ${sql.text}`,
      values,
    );
    const [{ Plan: plan }] = JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Record<string, number> }];
    pages[sql.name] = plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!;
    return db.query(sql.text, values);
  };
  const counting = {
    query: (sql: Statement, values: readonly unknown[]) => {
      const result = before.then(() => run(sql, values));
      before = result;
      return result;
    },
  } as Queryable;
  const { invoices, customers } = await search(counting, reader, text);
  const lengths = [invoices, customers].map((json) => (JSON.parse(json!) as unknown[]).length);
  expect(lengths).toEqual(found);
  expect(Object.entries(pages).filter(([, read]) => read > pagesMax)).toEqual([]);
});
