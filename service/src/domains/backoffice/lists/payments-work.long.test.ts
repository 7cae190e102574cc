import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import { countingReads } from "../../../../test/rows-read.ts";
import type { Company } from "../../../contract/access.ts";
import { type Database, openDatabase } from "../../../platform/db/database.ts";
import { boundedRows, readSummary, readTable } from "./listing.ts";
import { PaymentTableQuery, paymentFilters, paymentTable } from "./payments.ts";

const payments = 90_000;
const company = { id: 1, timeZone: "Africa/Lagos", invoiceSeries: "INV" } as Company;
const today = "2026-11-15";

/**
 * Most are gifts without an invoice, so unallocated. Whatever is rare belongs to the oldest payments, which a list that reads
 * from the newest on finds last.
 */
const seeds = [
  `insert into companies (id, name, email, status, created_at, updated_at)
   overriding system value values (1, 'Large Ltd', 'a@example.com', 'pending', now(), now())`,
  `insert into customers (company_id, id, name, kind, metadata, created_at, updated_at)
   overriding system value
   select 1, n, (array['Busy', 'Rare'])[n] || ' Ltd', 'business', '{}', now(), now() from generate_series(1, 2) n`,
  `insert into invoices (company_id, id, status, number, customer_id, customer_snapshot, supplier_snapshot, invoice_date,
     due_date, currency, subtotal, tax_total, total, taxes, source, portal_secret, metadata, created_at, updated_at)
   overriding system value
   select 1, n, 'open', 'INV-' || n, n, '{}', '{}', '2026-01-01', '2026-02-01', 'NGN', 1000000, 0, 1000000, '[]', 'api', 's',
     '{}', now(), now() from generate_series(1, 2) n`,
  "alter table payments disable trigger user",
  `insert into payments (company_id, invoice_id, customer_id, amount, unallocated_amount, amount_refunded, currency, method,
     reference, source, late, reversed_at, reversal_reason, disputed_at, dispute_status, paid_at, created_at)
   select 1, case when n % 4 <> 0 then null when n < 100 then 2 else 1 end,
     case when n % 4 <> 0 then null when n < 100 then 2 else 1 end, 10,
     case when n % 4 <> 0 then 10 else 0 end, case when n between 40 and 60 then 1 else 0 end,
     case when n < 50 then 'USD' else 'NGN' end, case when n % 1000 = 0 then 'withholding_tax' else 'cash' end,
     'ref-' || n, case when n < 80 then 'site' else 'api' end, n < 20, case when n between 10 and 30 then now() end, case when n between 10 and 30 then 'Twice' end,
     case when n between 5 and 7 then now() end, case when n between 5 and 7 then 'open' end,
     timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-03-15' - n * interval '1 minute'
   from generate_series(1, ${payments}) n`,
  "alter table payments enable trigger user",
  "insert into payment_allocations (company_id, payment_id, invoice_id, amount, created_at) select 1, min(id), 2, 1, now() from payments where invoice_id = 1",
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
  for (const table of ["payments", "payment_allocations", "invoices", "customers"])
    await db.query(`vacuum analyze ${table}`);
}, 240_000);
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

type Condition = [value: unknown, sql: string];
/** Values of each filter, and the condition that the rows must meet. */
const tried: Record<string, Condition[]> = {
  q: [
    ["INV-2", "(invoice_id = 2 or id in (select payment_id from payment_allocations where invoice_id = 2))"],
    ["rare", "(invoice_id = 2 or id in (select payment_id from payment_allocations where invoice_id = 2))"],
    ["ref-89999", "reference = 'ref-89999'"],
  ],
  customer_id: [
    [1, "customer_id = 1"],
    [2, "customer_id = 2"],
    [3, "false"],
  ],
  invoice_id: [
    [2, "(invoice_id = 2 or id in (select payment_id from payment_allocations where invoice_id = 2))"],
  ],
  status: [
    ["unallocated", "unallocated_amount > 0 and reversed_at is null"],
    ["refunded", "amount_refunded > 0"],
    ["late", "late"],
    ["disputed", "disputed_at is not null"],
    ["reversed", "reversed_at is not null"],
    ["uncertified", "method = 'withholding_tax' and certificate_number is null and reversed_at is null"],
  ],
  source: [
    ["site", "source = 'site'"],
    ["api", "source = 'api'"],
    ["gateway", "false"],
  ],
  currency: [
    ["USD", "currency = 'USD'"],
    ["NGN", "currency = 'NGN'"],
  ],
  paid_from: [["2026-03-04", "paid_at >= '2026-03-04 00:00+01'"]],
  paid_to: [["2026-01-02", "paid_at < '2026-01-03 00:00+01'"]],
  created_from: [["2026-03-14", "created_at >= '2026-03-14 00:00+01'"]],
  created_to: [["2026-01-13", "created_at < '2026-01-14 00:00+01'"]],
};

/** Filters that no index answers: of many payments that are not found among the newest, they are refused. */
const checked = ["customer_id", "source", "currency", "status", "created_from", "created_to"];

const singles = Object.entries(tried).flatMap(([name, values]) =>
  values.map(([value, sql]) => ({ query: { [name]: value }, sql })),
);
const cases = [
  ...singles,
  ...singles.flatMap((one, at) =>
    singles
      .slice(at + 1)
      .filter((other) => Object.keys(one.query)[0] !== Object.keys(other.query)[0])
      .map((other) => ({
        query: { ...one.query, ...other.query },
        sql: `${one.sql} and ${other.sql}`,
      })),
  ),
];

const pageOf = async (query: object) => {
  const { reads, rowsRead } = countingReads(db);
  const filters = paymentFilters(company, today, query);
  const answer = await readTable(reads, paymentTable, [company.id], { limit: 25 }, filters).then(
    ({ entries }) => entries.map((entry) => (JSON.parse(entry) as { id: number }).id),
    (error: { code: string }) => error.code,
  );
  return { answer, rowsRead: rowsRead() };
};

const newestOf = async (sql: string) => {
  const rows = await db.query<{ id: number }>(
    `select id from payments where ${sql} order by paid_at desc, id desc limit 25`,
  );
  return rows.map(({ id }) => id);
};

test("every filter of the payments of the dashboard is tried", () => {
  const page = ["limit", "cursor", "sort"];
  const names = Object.keys(PaymentTableQuery.properties).filter((name) => !page.includes(name));
  expect(Object.keys(tried).sort()).toEqual(names.sort());
});

test("each filter, and each two, find what they should in a bounded number of rows, or are refused", async () => {
  const wrong: object[] = [];
  for (const { query, sql } of cases) {
    const { answer, rowsRead } = await pageOf(query);
    const expected = await newestOf(sql);
    const isAllowed =
      answer === "query_too_broad" && Object.keys(query).some((name) => checked.includes(name));
    const isRight = isAllowed || JSON.stringify(answer) === JSON.stringify(expected);
    // Up to three paths are tried, and one is read.
    if (!isRight || rowsRead > 4 * boundedRows + 3000) wrong.push({ query, answer, expected, rowsRead });
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["what is rare among the oldest is refused", { source: "site" }, "query_too_broad"],
  ["a currency that is rare among the oldest is refused", { currency: "USD" }, "query_too_broad"],
  ["few that were late among many that are unallocated are refused", { status: "late" }, "query_too_broad"],
])("%s", async (_name, query, code) => {
  expect((await pageOf(query)).answer).toBe(code);
});

test("a period narrows what would be refused", async () => {
  const paid_to = "2026-01-01";
  expect((await pageOf({ source: "site", paid_to })).answer).toEqual(
    await newestOf("source = 'site' and paid_at < '2026-01-02 00:00+01'"),
  );
  expect((await pageOf({ status: "late", paid_to })).answer).toEqual(await newestOf("late"));
});

test("all payments of a customer with few of them are found, however old they are", async () => {
  const { answer, rowsRead } = await pageOf({ customer_id: 2 });
  expect(answer).toEqual(await newestOf("customer_id = 2"));
  expect(rowsRead).toBeLessThan(boundedRows + 3000);
});

const summed: PaymentTableQuery[] = [
  {},
  { source: "api" },
  { customer_id: 1 },
  { status: "unallocated" },
  { paid_from: "2026-03-04" },
];
test.each(summed)(
  "counts and sums of %o look at a bounded number of rows, and say when there are more",
  async (query) => {
    const { reads, rowsRead } = countingReads(db);
    const { counts, partial } = await readSummary(
      reads,
      paymentTable,
      [company.id],
      paymentFilters(company, today, query),
    );
    expect(rowsRead()).toBeLessThan(7 * boundedRows);
    const isPeriod = "paid_from" in query;
    expect([partial, JSON.parse(counts).all]).toEqual([isPeriod ? undefined : "true", expect.any(Number)]);
  },
);
