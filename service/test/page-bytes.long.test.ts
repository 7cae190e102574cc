import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../src/platform/db/database.ts";
import { pageBytesMax, pageLimitMax } from "../src/platform/db/lists/page.ts";
import { type Reply, startService, type TestCompany, type TestService } from "./harness.ts";
import { signIn } from "./site-session.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

// A control character takes six bytes in JSON, more than any other character.
const widest = (length: number) => "\u0001".repeat(length);
const metadata = { k: "x".repeat(16 * 1024 - 8) };
const amount = 999_999_999_999_999;
const address = {
  line1: widest(200),
  line2: widest(200),
  city: widest(100),
  region: widest(100),
  postal_code: widest(20),
  country: "NG",
};
const party = {
  name: widest(200),
  email: `${"a".repeat(240)}@example.com`,
  phone: widest(50),
  tax_id: widest(50),
  registration_number: widest(50),
  address,
};

describe("a page of the largest records", () => {
  let company: TestCompany;
  let customerId: number;
  beforeAll(async () => {
    const { email: _email, ...profile } = party;
    company = await service.company({ profile: profile as never });
    customerId = await company.customer({ ...party, kind: "government", external_id: widest(200), metadata });
  });

  const largest: [list: string, make: () => Promise<Reply>][] = [
    ["customers", () => company.call(`PATCH /customers/${customerId}`, { body: { phone: widest(50) } })],
    [
      "products",
      () =>
        company.call("POST /products", {
          body: {
            name: widest(200),
            description: widest(2000),
            sku: widest(100),
            unit_price: amount,
            tax_category: "E",
            exemption_reason: widest(500),
            hs_code: widest(20),
            external_id: widest(200),
            metadata,
          },
        }),
    ],
    ...(["sales", "invoices"] as const).map((noun): [string, () => Promise<Reply>] => [
      noun,
      async () => {
        const lines = [{ description: "x", quantity: 1, unit_price: amount }];
        const body = {
          customer_id: customerId,
          lines,
          notes: widest(5000),
          external_id: widest(200),
          metadata,
        };
        const made = await company.call(`POST /${noun}`, { body });
        if (noun === "invoices") await company.call(`POST /invoices/${made.body.invoice.id}/issue`);
        return made;
      },
    ]),
  ];

  test.each(largest)("%s stays below 8 MiB by its fields' bounds alone", async (list, make) => {
    expect((await make()).status).toBeLessThan(300);
    const { body } = await company.call(`GET /${list}?limit=1`);
    const bytes = Buffer.byteLength(JSON.stringify(body[list][0]));
    // Includes the data that a registration may add to an invoice.
    const registered = list === "invoices" ? 8 * 1024 : 0;
    expect(bytes).toBeLessThan(64 * 1024 + (list === "invoices" ? 16 * 1024 : 0));
    expect(pageLimitMax * (bytes + registered)).toBeLessThan(pageBytesMax);
  });
});

/** Follows a list to its end by the list's own cursors. */
async function follow(company: TestCompany, path: string, name: string) {
  const pages: { ids: unknown[]; bytes: number; hasMore: boolean }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, text, body } = await company.call(`GET ${path}${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    const { has_more, next_cursor } = body.pagination;
    const ids = body[name].map((entry: { id: unknown }) => entry.id);
    pages.push({ ids, bytes: Buffer.byteLength(text), hasMore: has_more });
    cursor = next_cursor;
  }
  return pages;
}

function expectCut(pages: Awaited<ReturnType<typeof follow>>, all: unknown[], largest = pageBytesMax) {
  expect(pages.flatMap(({ ids }) => ids)).toEqual(all);
  expect(pages.length).toBeGreaterThan(1);
  for (const { ids, bytes } of pages)
    expect(bytes).toBeLessThanOrEqual(ids.length === 1 ? largest : pageBytesMax);
  expect(pages.map(({ hasMore }) => hasMore)).toEqual(pages.map((_, index) => index < pages.length - 1));
}

/** Three megabytes of lines from a request of a few kilobytes. */
async function largeLines(company: TestCompany) {
  const body = { name: "Pipe", description: "€".repeat(2000), unit_price: 1 };
  const { product } = (await company.call("POST /products", { body })).body;
  return Array(500).fill({ product_id: product.id, quantity: 1 });
}

describe("a page that would be larger than 8 MiB is cut, and following it yields every entry once", () => {
  let company: TestCompany;
  /** A few large records, because each is repeated in all of its events. */
  let seller: TestCompany;
  const invoices: number[] = [];
  const sales: number[] = [];
  const notes: number[] = [];
  beforeAll(async () => {
    company = await service.company();
    seller = await service.company();
    const customer_id = await company.customer();
    const lines = await largeLines(company);
    for (let count = 0; count < 3; count++) {
      invoices.unshift((await company.draft({ customer_id, lines })).id);
      await company.draft({ customer_id }).then(({ id }) => invoices.unshift(id));
      sales.unshift((await company.call("POST /sales", { body: { customer_id, lines } })).body.sale.id);
    }
    const buyer = { customer_id: await seller.customer(), lines: await largeLines(seller) };
    for (let count = 0; count < 3; count++) await seller.call("POST /sales", { body: buyer });
    for (const id of [...invoices].reverse()) {
      await company.call(`POST /invoices/${id}/issue`);
      const { body } = await company.call(`POST /invoices/${id}/credit_notes`, { body: {} });
      notes.unshift(body.credit_note.id);
    }
  }, 120_000);

  test("invoices with their lines", async () => {
    expectCut(await follow(company, "/invoices?limit=100&include=lines", "invoices"), invoices);
    const counted = await company.call("GET /invoices?limit=100&include=lines,total_count");
    expect(counted.body.pagination).toMatchObject({ limit: 100, has_more: true, total_count: 6 });
    const plain = await company.call("GET /invoices?limit=100");
    expect([plain.body.invoices.length, plain.body.pagination.has_more]).toEqual([6, false]);
  });

  test("sales and credit notes with their lines", async () => {
    expectCut(await follow(company, "/sales?limit=100&include=lines", "sales"), sales);
    expectCut(await follow(company, "/credit_notes?limit=100&include=lines", "credit_notes"), notes);
  });

  test("a response in chunks declares its length, and is the same compressed and with warnings", async () => {
    const list = "GET /invoices?limit=2&include=lines";
    const [plain, packed, warned] = await Promise.all([
      company.call(list, { headers: { "accept-encoding": "identity" } }),
      company.call(list, { headers: { "accept-encoding": "gzip" } }),
      company.call(`${list}&colour=red`, { headers: { "accept-encoding": "identity" } }),
    ]);
    expect(plain.text.length).toBeGreaterThan(1_000_000);
    expect(plain.headers.get("content-length")).toBe(String(Buffer.byteLength(plain.text)));
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.text === plain.text).toBe(true);
    const { warnings, ...same } = warned.body;
    expect(warnings).toEqual([expect.stringContaining("colour")]);
    expect(warned.headers.get("content-length")).toBe(String(Buffer.byteLength(warned.text)));
    expect(JSON.stringify(same) === JSON.stringify(plain.body)).toBe(true);
  });

  test("a smaller limit still applies", async () => {
    const pages = await follow(company, "/invoices?limit=2&include=lines", "invoices");
    expect(pages.map(({ ids }) => ids.length)).toEqual(Array(3).fill(2));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(invoices);
  });

  test("events, followed by cursor and by the last sequence", async () => {
    const last = (await seller.call("GET /events?limit=1&include=total_count")).body.pagination.total_count;
    const ids = await Promise.all(Array.from({ length: last }, (_, index) => seller.eventId(index + 1)));
    expectCut(await follow(seller, "/events?limit=100", "events"), ids);
    const seen: string[] = [];
    for (let more = true; more; ) {
      const { body } = await seller.call(`GET /events?limit=100&after=${seen.length}`);
      seen.push(...body.events.map(({ id }: { id: string }) => id));
      more = body.pagination.has_more;
    }
    expect(seen).toEqual(ids);
    const created = await follow(seller, "/events?limit=100&type=sale.created", "events");
    expect(created.flatMap((page) => page.ids)).toHaveLength(3);
  });

  test("activity and inbox", async () => {
    const person = await signIn(service, { companyId: seller.id });
    const all = (await follow(seller, "/events?limit=100", "events")).flatMap(({ ids }) => ids);
    const asPerson = {
      ...seller,
      call: async (operation: string) => {
        const reply = await person.call("GET", operation.split(" ")[1]!);
        return reply as unknown as Reply;
      },
    };
    expectCut(await follow(asPerson, "/activity?limit=100", "events"), [...all].reverse());
    await service.context.db.query(
      `insert into webhook_inbox (company_id, id, created_at) select company_id, sequence, created_at + sequence * interval '1 ms'
       from events where company_id = $1`,
      [seller.id],
    );
    const entries = all.map((_, index) => all.length - index);
    // The response contains an entry twice, also under the list's old name, so one alone may exceed a page.
    const pages = await follow(seller, "/webhooks/inbox?limit=100", "inbox_entries");
    expectCut(pages, entries, 2 * pageBytesMax);
  });
});

describe("records that are older than the bounds", () => {
  test("stay readable, one to a page if necessary, and can be used and changed", async () => {
    const company = await service.company();
    const ids: number[] = [];
    for (let count = 0; count < 4; count++)
      ids.unshift(await company.customer({ name: `Customer ${count}` }));
    const { id: invoice } = await company.draft({ customer_id: ids[0] });
    const sale = await company.call("POST /sales", {
      body: { customer_id: ids[0], lines: [{ description: "x", quantity: 1, unit_price: 1 }] },
    });
    const saleId = sale.body.sale.id;
    await inTransaction(service.context.db, async (tx) => {
      // The state before the database refused it.
      await tx.query("set local session_replication_role = replica");
      const large = "jsonb_build_object('k', repeat('x', $2::int))";
      for (const [id, bytes] of ids.map((id, index) => [id, index === 1 ? 9_000_000 : 3_000_000] as const))
        await tx.query(`update customers set metadata = ${large} where company_id = $1 and id = $3`, [
          company.id,
          bytes,
          id,
        ]);
      for (const table of ["invoices", "sales"])
        await tx.query(`update ${table} set metadata = ${large} where company_id = $1`, [
          company.id,
          900_000,
        ]);
    });
    const pages = await follow(company, "/customers?limit=100", "customers");
    expect(pages.map((page) => page.ids)).toEqual([[ids[0]], [ids[1]], [ids[2], ids[3]]]);
    const customer = await company.call(`GET /customers/${ids[1]}`);
    expect(customer.body.customer.metadata.k).toHaveLength(9_000_000);
    const renamed = await company.call(`PATCH /customers/${ids[1]}`, { body: { name: "Renamed" } });
    expect([renamed.status, renamed.body.customer.name]).toEqual([200, "Renamed"]);
    expect((await company.call(`PATCH /invoices/${invoice}`, { body: { notes: "x" } })).status).toBe(200);
    expect((await company.call(`POST /invoices/${invoice}/issue`)).status).toBe(200);
    const paid = await company.call("POST /payments", { body: { invoice_id: invoice, amount: 100 } });
    expect([paid.status, paid.body.invoice.status]).toEqual([201, "paid"]);
    const refused = await company.call(`POST /sales/${saleId}/invoice`);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          field: "metadata",
          message:
            "of this sale has 900008 bytes as JSON; the maximum for an invoice is 16384. Shorten it with PATCH first",
        },
      ],
    ]);
    expect((await company.call(`PATCH /sales/${saleId}`, { body: { metadata: null } })).status).toBe(200);
    expect((await company.call(`POST /sales/${saleId}/invoice`)).status).toBe(201);
    const person = await signIn(service, { companyId: company.id });
    const { text } = await person.call("GET", "/exports/customers.csv");
    expect(text.match(/^\d+,(?:Customer \d|Renamed)/gm)).toHaveLength(4);
  });
});
