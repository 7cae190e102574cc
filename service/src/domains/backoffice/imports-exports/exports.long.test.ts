import { get } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabaseProxy } from "../../../../test/database-proxy.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";
import { readCsv } from "./csv.ts";
import { jobsDuring } from "./imports.fixture.ts";

let service: TestService;
let company: TestCompany;
let viewer: TestSession;
let wire: Awaited<ReturnType<typeof openDatabaseProxy>>;
beforeAll(async () => {
  wire = await openDatabaseProxy();
  service = await startService({ env: { DATABASE_URL: wire.connectionString } });
  company = await service.company();
  viewer = await signIn(service, { companyId: company.id, role: "viewer" });
});
afterAll(() => service.close());

/** The file's rows by the names of their columns. */
function rowsOf(text: string): Record<string, string>[] {
  const { header, rows } = readCsv(text);
  return rows.map(({ cells }) => Object.fromEntries(header.map((name, index) => [name, cells[index]!])));
}

describe("a file", () => {
  test("is UTF-8 with a byte order mark, named after list and day, and not cacheable", async () => {
    const reply = await fetch(`${service.url}/app/api/exports/customers.csv`, {
      headers: { cookie: viewer.cookie, "x-company-id": String(company.id) },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toBe('attachment; filename="customers-2026-11-15.csv"');
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect([...new Uint8Array(await reply.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test("says the same packed and unpacked", async () => {
    const own = await service.company();
    const person = await signIn(service, { companyId: own.id });
    for (let count = 0; count < 3; count++) await own.customer({ name: `Customer ${count}` });
    const plain = await person.call("GET", "/exports/customers.csv", undefined, {
      headers: { "accept-encoding": "identity" },
    });
    const packed = await person.call("GET", "/exports/customers.csv", undefined, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.text).toBe(plain.text);
    expect(rowsOf(plain.text)).toHaveLength(3);
  });

  test("runs no formula: a name that begins like one is text to a spreadsheet", async () => {
    const own = await service.company();
    const person = await signIn(service, { companyId: own.id });
    await own.customer({ name: '=HYPERLINK("https://evil.example")', phone: "+234 803 000 0000" });
    const { text } = await person.call("GET", "/exports/customers.csv");
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(text).toContain(",'+234 803 000 0000,");
    expect(rowsOf(text)[0]).toMatchObject({
      name: '=HYPERLINK("https://evil.example")',
      phone: "+234 803 000 0000",
    });
  });
});

describe("every list", () => {
  test("has one, with what its entries say and without what opens doors", async () => {
    const customer = await company.customer({
      name: "Acme, Ltd",
      address: { line1: "12 Marina\nSecond floor", city: "Lagos", country: "NG" },
    });
    await company.call("POST /products", {
      body: { name: "Hour", sku: "H", unit_price: "1500.50", tax_rate: 7.5 },
    });
    const lines = [{ description: "Work", quantity: 3, unit_price: "33.35" }];
    const sale = await company.call("POST /sales", { body: { customer_id: customer, lines } });
    const { body: made } = await company.call(`POST /sales/${sale.body.sale.id}/invoice`);
    await company.call(`POST /invoices/${made.invoice.id}/issue`);
    await company.call("POST /payments", {
      body: { invoice_id: made.invoice.id, amount: "0.05", reference: "R-1", metadata: { till: 4 } },
    });
    await company.call(`POST /invoices/${made.invoice.id}/credit_notes`, {
      body: { reason: "Less work", lines: [{ description: "Work", quantity: 1, unit_price: 10 }] },
    });
    const rows = async (name: string) => {
      const { status, text } = await viewer.call("GET", `/exports/${name}.csv`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/pt_\d+_|pl_\d+_/);
      return rowsOf(text);
    };
    expect((await rows("customers"))[0]).toMatchObject({
      id: String(customer),
      name: "Acme, Ltd",
      address_line1: "12 Marina\nSecond floor",
      address_country: "NG",
    });
    expect((await rows("products"))[0]).toMatchObject({
      sku: "H",
      unit_price: "1500.5",
      tax_rate: "7.5",
      active: "true",
    });
    expect((await rows("sales"))[0]).toMatchObject({ total: "100.05", invoice_id: String(made.invoice.id) });
    expect((await rows("invoices"))[0]).toMatchObject({
      status: "partially_paid",
      customer_name: "Acme, Ltd",
      total: "100.05",
      amount_paid: "0.05",
      amount_credited: "10",
      amount_due: "90",
      overdue: "false",
      prices_include_tax: "false",
      discount_total: "0",
      charge_total: "0",
      sent_at: "",
      viewed_at: "",
      metadata: "{}",
    });
    expect((await rows("payments"))[0]).toMatchObject({
      amount: "0.05",
      currency: "NGN",
      reference: "R-1",
      metadata: '{"till":4}',
      allocations: JSON.stringify([{ invoice_id: made.invoice.id, amount: 0.05 }]),
      dispute_status: "",
    });
    expect(await rows("credit_notes")).toEqual([
      expect.objectContaining({
        number: "CN-000001",
        invoice_id: String(made.invoice.id),
        total: "10",
        reason: "Less work",
        applications: "[]",
      }),
    ]);
  });

  test("takes the list's filters, and refuses what the list refuses before anything is sent", async () => {
    const own = await service.company();
    const person = await signIn(service, { companyId: own.id });
    await own.draft({ currency: "USD" });
    const { id } = await own.draft();
    await own.call(`POST /invoices/${id}/issue`);
    const open = await person.call("GET", "/exports/invoices.csv?status=open");
    expect(rowsOf(open.text).map((row) => row.id)).toEqual([String(id)]);
    const dollars = await person.call("GET", "/exports/invoices.csv?currency=USD&status=draft");
    expect(rowsOf(dollars.text)).toHaveLength(1);
    const refused = await person.call("GET", "/exports/invoices.csv?status=lost");
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0].field).toBe("status");
  });

  test("never contains another company's records", async () => {
    const other = await service.company();
    await other.customer({ name: "Not for you" });
    const { text } = await viewer.call("GET", "/exports/customers.csv");
    expect(text).not.toContain("Not for you");
    const strange = await viewer.call("GET", "/exports/customers.csv", undefined, {
      headers: { "x-company-id": String(other.id) },
    });
    expect(strange.status).toBe(404);
  });
});

describe("20,000 rows", () => {
  let large: TestCompany;
  let person: TestSession;
  beforeAll(async () => {
    large = await service.company();
    person = await signIn(service, { companyId: large.id });
    await service.context.db.query(
      `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
       select $1, 'Customer ' || i, 'business', jsonb_build_object('note', repeat('long ', 300)), now() - i * interval '1 second', now()
       from generate_series(1, 20000) i`,
      [large.id],
    );
  });

  test("all arrive, each once, newest first, written outside the main thread", async () => {
    let text = "";
    const jobs = await jobsDuring(service, async () => {
      ({ text } = await person.call("GET", "/exports/customers.csv"));
    });
    expect(jobs).toBeGreaterThanOrEqual(200);
    const names = text.match(/Customer \d+/g)!;
    expect(names).toHaveLength(20_000);
    expect(names[0]).toBe("Customer 1");
    expect(new Set(names).size).toBe(20_000);
  });

  const download = (encoding: string, signal?: AbortSignal) =>
    fetch(`${service.url}/app/api/exports/customers.csv`, {
      headers: { cookie: person.cookie, "x-company-id": String(large.id), "accept-encoding": encoding },
      ...(signal && { signal }),
    });

  test("are never all in memory: who reads slowly makes the database wait, not the memory grow", async () => {
    const start = wire.carried();
    await (await download("identity")).text();
    const whole = wire.carried() - start;
    const before = wire.carried();
    const abort = new AbortController();
    const reader = (await download("identity", abort.signal)).body!.getReader();
    await reader.read();
    // Whatever is not held back arrives meanwhile: each of these takes a query and many turns of the event loop.
    for (let count = 0; count < 200; count++) await company.call("GET /customers?limit=1");
    const carried = wire.carried() - before;
    abort.abort();
    // What is under way fills the sockets between us, and no more.
    expect(carried).toBeGreaterThan(0);
    expect(carried).toBeLessThan(0.75 * whole);
  });

  test.each(["identity", "gzip"])(
    "broken off in the middle, %s, they are not taken for all",
    async (encoding) => {
      const { repair: mend } = wire.breakAfter(2_000_000);
      try {
        const reply = await download(encoding);
        expect(reply.status).toBe(200);
        await expect(reply.text()).rejects.toThrow();
      } finally {
        mend();
      }
      expect(service.logged.join("")).toContain("response was aborted");
    },
  );

  /** As an old proxy asks: the response has no length and no chunks, so the end of the connection is its end. */
  const downloadByOldProxy = () =>
    new Promise<{ bytes: number; end: string }>((resolve) => {
      let bytes = 0;
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `GET /app/api/exports/customers.csv HTTP/1.0\r\nHost: ${hostname}\r\nCookie: ${person.cookie}\r\nX-Company-Id: ${large.id}\r\n\r\n`,
        ),
      );
      socket.on("data", (piece) => {
        bytes += piece.length;
      });
      socket.once("end", () => resolve({ bytes, end: "complete" }));
      socket.once("error", (error: NodeJS.ErrnoException) => resolve({ bytes, end: error.code! }));
    });

  test("broken off in the middle, they end with a reset for a client that would take any end for the end", async () => {
    const whole = await downloadByOldProxy();
    expect(whole.end).toBe("complete");
    const { repair: mend } = wire.breakAfter(2_000_000);
    const broken = await downloadByOldProxy().finally(mend);
    expect(broken.end).toBe("ECONNRESET");
    expect(broken.bytes).toBeLessThan(whole.bytes);
  });

  /** The trailers of the response, or why it did not end. */
  const trailersOf = (encoding: string) =>
    new Promise<NodeJS.Dict<string> | string>((resolve) => {
      const failed = ({ code }: NodeJS.ErrnoException) => resolve(code!);
      const headers = {
        cookie: person.cookie,
        "x-company-id": String(large.id),
        "accept-encoding": encoding,
      };
      get(`${service.url}/app/api/exports/customers.csv`, { headers, agent: false }, (reply) => {
        expect(reply.headers.trailer).toBe("x-row-count");
        reply.once("error", failed);
        reply.once("end", () => resolve(reply.trailers));
        reply.resume();
      }).once("error", failed);
    });

  test.each(["identity", "gzip"])(
    "are counted by a trailer, %s, which an incomplete file does not have",
    async (encoding) => {
      expect(await trailersOf(encoding)).toEqual({ "x-row-count": "20000" });
      const { repair: mend } = wire.breakAfter(2_000_000);
      expect(await trailersOf(encoding).finally(mend)).toBe("ECONNRESET");
    },
  );
});
