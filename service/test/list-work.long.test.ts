import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Company } from "../src/contract/access.ts";
import { buyerMailKinds } from "../src/contract/mail-kinds.ts";
import { listCreditNotes } from "../src/domains/billing/credit-notes/service.ts";
import { listExchangeRates } from "../src/domains/billing/exchange-rates/service.ts";
import { listQuotes } from "../src/domains/billing/quotes/service.ts";
import { listRecurring } from "../src/domains/billing/recurring-invoices/service.ts";
import { listSales } from "../src/domains/billing/sales/service.ts";
import { listCustomers } from "../src/domains/catalog/customers/service.ts";
import { listProducts } from "../src/domains/catalog/products/service.ts";
import { type LinkView, listLinks } from "../src/domains/payments/links/service.ts";
import { listPayments, listWithheldTax } from "../src/domains/payments/payments/service.ts";
import { listMails } from "../src/domains/sending/mails/service.ts";
import { listAudit } from "../src/domains/tenancy/audit/service.ts";
import { listDeliveries } from "../src/domains/webhooks/deliveries/service.ts";
import { type Database, openDatabase, type Queryable } from "../src/platform/db/database.ts";
import { checkedRowsMax, type Page } from "../src/platform/db/lists/page.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import { operations } from "./operations.ts";
import { countingReads } from "./rows-read.ts";

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
  `insert into payments (company_id, invoice_id, amount, currency, method, certificate_number, source, paid_at, created_at)
   select 1, 1, 1, 'NGN', 'withholding_tax', case when n < 5000 then 'c-' || n end, 'api', ${moment}, ${moment}
   from generate_series(1, 10000) n`,
  `insert into sales (company_id, number, status, customer_id, currency, subtotal, tax_total, total, taxes, source, external_id,
     metadata, created_at, updated_at)
   select 1, 'SO-' || n, (array['open', 'invoiced'])[1 + n % 2], 1 + n % 2, (array['NGN', 'USD'])[1 + n % 2], 1 + n % 10, 0,
     1 + n % 10, '[]', 'api', 'e-' || n, ${metadata}, ${moment}, now() from generate_series(1, ${rows}) n`,
  `insert into quotes (company_id, number, status, secret, customer_id, quote_date, valid_until, currency, subtotal, tax_total,
     total, taxes, source, external_id, metadata, created_at, updated_at)
   select 1, 'QUO-' || n, (array['draft', 'sent'])[1 + n % 2], 's', 1 + n % 2, date '2026-01-01' + n % 9, '2026-03-01',
     (array['NGN', 'USD'])[1 + n % 2], 1 + n % 10, 0, 1 + n % 10, '[]', 'api', 'e-' || n, ${metadata}, ${moment}, now()
   from generate_series(1, ${rows}) n`,
  `insert into recurring_invoices (company_id, status, customer_id, currency, "interval", interval_count, start_date, action,
     missed, external_id, document, created_at, updated_at)
   select 1, (array['paused', 'ended'])[1 + n % 2], 1 + n % 2, 'NGN', 'month', 1, date '2026-01-01' + n % 9, 'draft', 'skip',
     'e-' || n, jsonb_build_object('metadata', ${metadata}, 'total', '1'), ${moment}, now() from generate_series(1, ${rows}) n`,
  `insert into exchange_rates (company_id, accounting_currency, currency, date, rate, created_at, updated_at)
   select 1, 'NGN', (array['USD', 'EUR'])[1 + n % 2], date '1950-01-01' + n / 2, 1 + n, ${moment}, now()
   from generate_series(1, ${rows}) n`,
  `insert into mails (company_id, kind, recipient, language, subject, message_id, about, status, expires_at, created_at, ended_at)
   select 1, (array['invoice', 'reminder', 'invitation'])[1 + n % 3], 'a@example.com', 'en', 's', 'm-' || n,
     'invoice/' || n % 2, case when n % 1000 = 0 then 'failed' else 'sent' end, now(), ${moment}, now()
   from generate_series(1, ${rows}) n`,
  `insert into audit_entries (company_id, created_at, actor_type, actor_id, action, subject)
   select 1, ${moment}, (array['key', 'user'])[1 + n % 2], case when n < 100 then 'rare' else 'often' end,
     case when n % 1000 = 0 then 'key.created' else 'payment.created' end,
     case when n % 1000 = 0 then 'key/' else 'payment/' end || n from generate_series(1, ${rows}) n`,
  `insert into webhook_endpoints (company_id, id, is_primary, url, secret, created_at, updated_at, delivered_sequence)
   overriding system value
   select 1, n, n = 1, 'https://example.com', 's', now(), now(), 0 from generate_series(1, 2) n`,
  `insert into webhook_deliveries (company_id, endpoint_id, event_sequence, event_type, status, created_at, completed_at)
   select 1, 1 + n % 2, n, 'invoice.created', (array['succeeded', 'failed'])[1 + n % 2], ${moment}, now()
   from generate_series(1, ${rows}) n`,
];
const seeded = seeds.map((seed) => /^insert into (\w+)/.exec(seed)![1]!);

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
  for (const table of new Set(seeded)) await db.query(`vacuum analyze ${table}`);
}, 240_000);
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

type Query = Record<string, unknown>;
type List = (reads: Queryable, query: Query) => Promise<Page<string | Buffer>>;

/** What a list answers, and how many rows its statements look at. */
async function ask(list: List, asked: Query) {
  const { reads, rowsRead } = countingReads(db);
  const answer = await list(reads, asked).then(
    ({ entries }) =>
      entries.map((entry) => {
        const { id, payment_id, reference } = JSON.parse(entry.toString()) as Record<
          "id" | "payment_id",
          number
        > & {
          reference: string;
        };
        return id ?? payment_id ?? linkIdOf(reference);
      }),
    (error: { code: string }) => error.code,
  );
  return { answer, rowsRead: rowsRead() };
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
  date_from: (value) => `date >= '${value}'`,
  date_to: (value) => `date <= '${value}'`,
  record_type: (value) => `subject like '${value}/%'`,
  event_id: () => "event_sequence = 0",
  certificate: (value) =>
    ({ missing: "certificate_number is null", received: "certificate_number is not null" })[
      value as string
    ] ?? "true",
};
const conditionOf = (table: string, [name, value]: [string, unknown]) => {
  if (name === "metadata") {
    const metadata = table === "recurring_invoices" ? "(document -> 'metadata')" : "metadata";
    return Object.entries(value as Record<string, string>)
      .map(([key, text]) => `${metadata} ->> '${key}' = '${text}'`)
      .join(" and ");
  }
  if (name === "status" && table !== "payment_links") return `status = '${value}'`;
  if (name === "q") {
    if (table === "customers") return `name ilike '%${value}%'`;
    return table === "products" ? `(name ilike '%${value}%' or sku ilike '%${value}%')` : "false";
  }
  return conditions[name]?.(value) ?? `${name} = '${value}'`;
};

async function expected({ table, only }: Tried, query: Query, order: string): Promise<number[]> {
  const all = [only ?? "true", ...Object.entries(query).map((each) => conditionOf(table, each))].join(
    " and ",
  );
  const found = await db.query<{ id: number }>(
    `select id from ${table} where ${all} order by ${order} limit 25`,
  );
  return found.map(({ id }) => id);
}

/** Of each path, so many rows are checked, and so many keys tell whether there are more; some rows are looked up besides. */
const pathsMax = (paths: number) => paths * (2 * checkedRowsMax + 1) + 1000;

const periods = { created_from: ["2026-01-10"], created_to: ["2026-01-02"] };
const byMetadata = [{ ref: "r-8" }, { shop: "2" }, { rare: "0" }, { ref: "nothing" }];

type Tried = {
  /** Its address in the API, whose every filter is tried. */
  path: string;
  table: string;
  list: List;
  /** What the list leaves out whatever is asked for. */
  only?: string;
  values: Record<string, readonly unknown[]>;
  /** Filters that no index answers alone: of many records that are not found among the newest, they are refused. */
  checked: readonly string[];
  orders?: Record<string, string>;
};

const ofDocuments = {
  ...periods,
  customer_id: [1, 2, 3],
  external_id: ["e-8", "none"],
  metadata: byMetadata,
};
const byCreation = { created_at: "created_at, id" };

const lists: Tried[] = [
  {
    path: "/payments",
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
    checked: ["metadata", "paid_from", "paid_to"],
    orders: { ...byCreation, "-paid_at": "paid_at desc, id desc", amount: "amount, id" },
  },
  {
    path: "/payments/links",
    table: "payment_links",
    list: (reads, query) => listLinks(reads, view, company, today, query),
    values: {
      ...periods,
      status: ["active", "paid", "expired", "cancelled"],
      invoice_id: [1, 2],
      metadata: byMetadata,
    },
    checked: ["metadata"],
    orders: { ...byCreation, "-expires_at": "expires_at desc, id desc", amount: "amount, id" },
  },
  {
    path: "/credit_notes",
    table: "credit_notes",
    list: (reads, query) => listCreditNotes(reads, company, today, query),
    values: {
      ...periods,
      invoice_id: [1, 2],
      fiscal_status: ["none", "registered", "rejected"],
      metadata: byMetadata,
    },
    checked: ["metadata"],
    orders: { ...byCreation, total: "total, id" },
  },
  {
    path: "/products",
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
      q: ["product", "s-29", "product 17000", "nobody", "zz"],
    },
    checked: ["metadata", "active", "portal", "currency", "q"],
    orders: { ...byCreation, name: 'name_key collate "C", id desc' },
  },
  {
    path: "/customers",
    table: "customers",
    list: (reads, query) => listCustomers(reads, company, today, query, noBalances as never),
    values: {
      ...periods,
      external_id: ["e-8"],
      email: ["c1@example.com", "none@example.com"],
      tax_id: ["t-0", "none"],
      phone: ["p-2", "none"],
      metadata: byMetadata,
      q: ["customer", "customer 17000", "nobody", "zz"],
    },
    checked: ["metadata", "q"],
    orders: { ...byCreation, "-name": 'name_key collate "C" desc, id' },
  },
  {
    path: "/sales",
    table: "sales",
    list: (reads, query) => listSales(reads, company, today, query),
    values: {
      ...ofDocuments,
      status: ["open", "invoiced", "cancelled"],
      currency: ["NGN", "USD", "JPY"],
      q: ["nobody"],
    },
    checked: ["metadata"],
    orders: { ...byCreation, total: "total, id" },
  },
  {
    path: "/quotes",
    table: "quotes",
    list: (reads, query) => listQuotes(reads, view.config, company, today, query),
    values: {
      ...ofDocuments,
      status: ["draft", "sent", "declined"],
      currency: ["NGN", "USD", "JPY"],
      q: ["nobody"],
    },
    checked: ["metadata"],
    orders: { ...byCreation, total: "total, id", "-quote_date": "quote_date desc, id desc" },
  },
  {
    path: "/recurring_invoices",
    table: "recurring_invoices",
    list: (reads, query) => listRecurring(reads, company, today, query),
    values: { ...ofDocuments, status: ["paused", "ended", "active"] },
    checked: ["metadata"],
    orders: { ...byCreation, start_date: "start_date, id" },
  },
  {
    path: "/exchange_rates",
    table: "exchange_rates",
    list: (reads, query) => listExchangeRates(reads, company, today, query),
    values: {
      currency: ["USD", "EUR", "JPY"],
      date_from: ["1950-01-05", "2090-01-01"],
      date_to: ["1950-01-09", "1900-01-01"],
    },
    checked: ["date_from", "date_to"],
  },
  {
    path: "/mails",
    table: "mails",
    list: (reads, query) => listMails(reads, company, today, buyerMailKinds, query),
    only: `kind = any('{${buyerMailKinds}}')`,
    values: {
      ...periods,
      status: ["failed", "sent", "queued"],
      kind: ["invoice", "reminder", "receipt", "invitation"],
      about: ["invoice/1", "invoice/7"],
    },
    checked: [],
  },
  {
    path: "/audit",
    table: "audit_entries",
    list: (reads, query) => listAudit(reads, company, today, query),
    values: {
      ...periods,
      actor_type: ["key", "operator"],
      actor_id: ["rare", "often", "nobody"],
      action: ["key.created", "payment.created", "key.revoked"],
      record_type: ["key", "payment", "user"],
      subject: ["key/1000", "payment/7", "payment/0"],
    },
    // Both are words that few values have; the action or the subject says more.
    checked: ["actor_type", "record_type"],
  },
  {
    path: "/webhooks/deliveries",
    table: "webhook_deliveries",
    list: (reads, query) => listDeliveries(reads, company, today, query),
    values: {
      ...periods,
      status: ["succeeded", "failed", "pending"],
      endpoint_id: [1, 2, 3],
      event_id: ["evt_1_7_0"],
    },
    checked: [],
  },
  {
    path: "/reports/withholding",
    table: "payments",
    list: (reads, query) => listWithheldTax(reads, company, today, { certificate: "any", ...query }),
    only: "method = 'withholding_tax'",
    values: { ...periods, certificate: ["missing", "received", "any"] },
    checked: ["certificate"],
  },
];

/** Lists that have no filter, or whose filters are tried elsewhere. */
const others: Record<string, readonly string[]> = {
  // In list-work.test.ts of the module of invoices.
  "/invoices": [
    "status",
    "fiscal_status",
    "customer_id",
    "currency",
    "external_id",
    "number",
    "customer_external_id",
  ].concat(
    ["recurring_invoice_id", "metadata", "q"],
    ["created", "invoice_date", "due_date", "issued", "updated", "total"].flatMap((of) => [
      `${of}_from`,
      `${of}_to`,
    ]),
  ),
  // By the key of the table, and by an index that begins with the type.
  "/events": ["after", "type", "wait"],
  "/books/checkpoints": [],
  "/webhooks/inbox": ["created_from", "created_to"],
  // A company has at most 50 of them.
  "/webhooks/endpoints": ["created_from", "created_to", "status"],
  "/reports/journal": ["from", "to"],
  "/reports/journal/explain": ["from", "to", "language"],
};

test("every filter of every list of the API is tried here, or named with where it is", () => {
  const paging = ["limit", "cursor", "include", "sort"];
  const filtersOf = (parameters: (typeof operations)[number]["parameters"]) =>
    parameters.filter((each) => each.in === "query" && !paging.includes(each.name)).map(({ name }) => name);
  const inContract = operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === "cursor"))
    .map(({ path, parameters }) => [path, filtersOf(parameters).sort()]);
  const tried = lists.map(({ path, values }) => [path, Object.keys(values).sort()]);
  const named = Object.entries(others).map(([path, names]) => [path, [...names].sort()]);
  expect(Object.fromEntries([...tried, ...named])).toEqual(Object.fromEntries(inContract));
});

describe.each(lists)(`GET $path of ${rows} records`, (tried) => {
  const { list, values, checked, orders = {} } = tried;
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
  async function refusedOf(
    queries: Query[],
    rowsMax: number,
    sort?: string,
    order = "created_at desc, id desc",
  ) {
    const refused: Query[] = [];
    for (const query of queries) {
      const { answer, rowsRead } = await ask(list, { ...query, ...(sort && { sort }) });
      if (answer === "query_too_broad") refused.push(query);
      else expect([query, answer]).toEqual([query, await expected(tried, query, order)]);
      expect.soft([query, rowsRead < rowsMax || rowsRead]).toEqual([query, true]);
    }
    return refused;
  }

  test("each filter reads a bounded number of rows, whatever it finds", async () => {
    const refused = await refusedOf(single, pathsMax(2));
    expect(refused.flatMap((query) => Object.keys(query)).filter((name) => !checked.includes(name))).toEqual(
      [],
    );
  });

  test("every two filters read a bounded number of rows, whatever they find", async () => {
    expect((await refusedOf(pairs, pathsMax(3))).length).toBeLessThan(pairs.length / 2);
  });

  if (Object.keys(orders).length === 0) return;
  test.each(Object.entries(orders))("sort=%s reads a bounded number of rows", async (sort, order) => {
    const refused = await refusedOf([{}, ...single], pathsMax(3), sort, order as string);
    const isIndexed = !["amount", "total", "-expires_at", "-quote_date", "start_date"].includes(sort);
    if (isIndexed) expect(refused).not.toContainEqual({});
  });
});
