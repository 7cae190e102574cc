import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { byteOrderMark, writeCsv } from "./csv.ts";
import { eventTypes, jobsDuring, listed, openDashboard } from "./imports.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const dashboard = (role?: Parameters<typeof openDashboard>[1]) => openDashboard(service, role);

describe("a file", () => {
  test("that was exported changes nothing when it comes back, formulas, line breaks and quotes included", async () => {
    const here = await dashboard("owner");
    await here.company.customer({
      name: "=SUM(A1)",
      phone: "+234 1",
      address: { line1: 'a\n"b"' },
      metadata: { b: 1, a: [2] },
    });
    await here.company.customer({ name: "'=odd", email: "shared@example.com", address: {} });
    await here.company.customer({ name: "Twin", email: "shared@example.com" });
    await here.company.call("POST /products", {
      body: { name: "-5 °C, box", unit_price: "0.10", tax_rate: "7.50", sku: "@1" },
    });
    await here.company.call("POST /products", { body: { name: "Old", active: false, portal: true } });
    for (const noun of ["customers", "products"]) {
      const before = await listed(here, noun);
      const events = await eventTypes(here);
      const { text: csv } = await here.call("GET", `/exports/${noun}.csv`);
      const { body } = await here.call("POST", `/imports/${noun}`, { csv });
      expect(body).toEqual({
        success: true,
        created: 0,
        updated: 0,
        unchanged: before.length,
        errors: [],
        errors_total: 0,
      });
      expect(await listed(here, noun)).toEqual(before);
      expect(await eventTypes(here)).toEqual(events);
    }
  });

  test.each([
    ["colour,size\nred,5", /no column that identifies the customer/],
    ["name,Name\na,b", /two columns called name/],
    ['name\n"open', /row 2/],
    ["\n\n", /is empty/],
  ])("%j is refused as a whole, with what to do", async (csv, message) => {
    const { call } = await dashboard();
    for (const path of ["/imports/customers", "/imports/customers/preview"]) {
      const { status, body } = await call("POST", path, { csv });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ field: "csv", message: expect.stringMatching(message) }]);
    }
  });

  test("of 5,000 rows is stored whole; one row more is refused", async () => {
    const here = await dashboard();
    const rows = Array.from({ length: 5000 }, (_, index) => [
      `Customer ${index}`,
      `c-${index}`,
      `c${index}@example.com`,
    ]);
    const csv = byteOrderMark + writeCsv([["name", "external_id", "email"], ...rows]);
    const { body } = await here.call("POST", "/imports/customers", { csv });
    expect(body).toEqual({
      success: true,
      created: 5000,
      updated: 0,
      unchanged: 0,
      errors: [],
      errors_total: 0,
    });
    const [counted] = await service.context.db.query<{ customers: number; events: number }>(
      `select (select count(*) from customers where company_id = $1) as customers,
         (select count(*) from events where company_id = $1 and type = 'customer.created') as events`,
      [here.company.id],
    );
    expect(counted).toEqual({ customers: 5000, events: 5000 });
    const again = await here.call("POST", "/imports/customers", { csv });
    expect(again.body).toMatchObject({ created: 0, unchanged: 5000 });
    const more = await here.call("POST", "/imports/customers", { csv: `${csv}One more,,\n` });
    expect(more.status).toBe(422);
    expect(more.body.error).toMatch(/5001 rows\. The maximum is 5000/);
  }, 60_000);
});

describe("two at once", () => {
  test("with the same names store each record once, and neither fails", async () => {
    const here = await dashboard();
    const rows = Array.from({ length: 250 }, (_, index) => `N${index},x-${index}`);
    const send = (csv: string) => here.call("POST", "/imports/customers", { csv });
    const files = [rows, rows.toReversed()].map((lines) => `name,external_id\n${lines.join("\n")}`);
    const replies = await Promise.all(files.map(send));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const sum = (name: string) => replies.reduce((total, { body }) => total + body[name], 0);
    expect([sum("created"), sum("unchanged"), sum("errors_total")]).toEqual([250, 250, 0]);
  });
});

test.each<Record<string, string>>([{}, { "idempotency-key": "raced" }])(
  "a name that the API takes while the import stores it is no fault of the file (headers %j)",
  async (headers) => {
    const here = await dashboard();
    const { db } = service.context;
    const csv = `name,external_id\n${Array.from({ length: 20 }, (_, index) => `N${index},x-${index}`).join("\n")}`;
    const pending = await inTransaction(db, async (tx) => {
      await tx.query(
        `insert into customers (company_id, name, kind, external_id, metadata, created_at, updated_at)
         values ($1, 'First', 'business', 'x-7', '{}', now(), now())`,
        [here.company.id],
      );
      const reply = here.call("POST", "/imports/customers", { csv }, { headers });
      await expect
        .poll(() => db.query("select 1 from pg_locks where locktype = 'transactionid' and not granted"))
        .not.toEqual([]);
      return { reply };
    });
    expect((await pending.reply).body).toMatchObject({ created: 19, updated: 1, errors: [] });
    expect(await listed(here, "customers")).toHaveLength(20);
  },
);

test("of a file that is wrong throughout the first 1,000 errors are reported, with their total", async () => {
  const here = await dashboard();
  const csv = `name,email\n${Array.from({ length: 1200 }, () => ",nobody").join("\n")}`;
  const { body } = await here.call("POST", "/imports/customers/preview", { csv });
  expect(body.errors).toHaveLength(1000);
  expect(body).toMatchObject({ errors_total: 1201, rows: 1200, valid: 0 });
});

describe("a preview", () => {
  test("says what would be done and stores nothing", async () => {
    const here = await dashboard();
    await here.company.customer({ name: "Known", external_id: "k", kind: "consumer" });
    await here.company.customer({ name: "Same", external_id: "s" });
    const csv = "Name,External-ID,Colour\nKnown!,k,red\nSame,s,\n=New,n,\n,bad,\n";
    const { status, body } = await here.call("POST", "/imports/customers/preview", { csv });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      columns: [
        { header: "Name", field: "name" },
        { header: "External-ID", field: "external_id" },
        { header: "Colour", field: null },
      ],
      rows: 4,
      valid: 3,
      create: 1,
      update: 1,
      unchanged: 1,
      errors: [{ row: 5, field: "name", message: "must not be empty" }],
      sample: [
        {
          row: 2,
          action: "update",
          record: { name: "Known!", kind: "consumer", external_id: "k", email: null },
        },
        { row: 3, action: "unchanged", record: { name: "Same" } },
        { row: 4, action: "create", record: { name: "=New", kind: "business", external_id: "n" } },
      ],
    });
    expect(await listed(here, "customers")).toHaveLength(2);
    expect(await eventTypes(here)).toEqual(["customer.created", "customer.created"]);
  });

  test("shows the first 20 rows and counts all", async () => {
    const here = await dashboard();
    const csv = `name\n${Array.from({ length: 250 }, (_, index) => `N${index}`).join("\n")}`;
    const { body } = await here.call("POST", "/imports/products/preview", { csv });
    expect(body.sample).toHaveLength(20);
    expect(body).toMatchObject({ rows: 250, valid: 250, create: 250 });
  });
});

describe("under an Idempotency-Key", () => {
  const headers = { "idempotency-key": "file-1" };

  test("the same file is stored once, also rows that nothing names, and the first answer is given again", async () => {
    const here = await dashboard();
    const csv = `name\n${Array.from({ length: 150 }, (_, index) => `N${index}`).join("\n")}`;
    const send = () => here.call("POST", "/imports/customers", { csv }, { headers });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.body).toMatchObject({ created: 150 });
    expect(second.text).toBe(first.text);
    const third = await send();
    expect(third.headers.get("idempotency-replayed")).toBe("true");
    expect(third.text).toBe(first.text);
    expect(await listed(here, "customers")).toHaveLength(100);
    const other = await here.call("POST", "/imports/customers", { csv: "name\nX" }, { headers });
    expect(other.status).toBe(422);
    expect(other.body.code).toBe("idempotency_mismatch");
  });

  test("one that broke off in the middle is finished by its retry, and nothing is stored twice", async () => {
    const here = await dashboard();
    const csv = `name\n${Array.from({ length: 250 }, (_, index) => `N${index}`).join("\n")}`;
    const send = () => here.call("POST", "/imports/customers", { csv }, { headers });
    expect((await send()).body.created).toBe(250);
    // As a crash after the first chunk would have left it: what the later ones stored and kept was never there.
    const { db } = service.context;
    await db.query("delete from customers where company_id = $1 and substr(name, 2)::int >= 100", [
      here.company.id,
    ]);
    await db.query("delete from idempotency_keys where company_id = $1 and key not like 'import % 0'", [
      here.company.id,
    ]);
    expect((await send()).body).toEqual({
      success: true,
      created: 250,
      updated: 0,
      unchanged: 0,
      errors: [],
      errors_total: 0,
    });
    const [counted] = await db.query<{ all: number; names: number }>(
      "select count(*) as all, count(distinct name) as names from customers where company_id = $1",
      [here.company.id],
    );
    expect(counted).toEqual({ all: 250, names: 250 });
  });
});

describe("roles", () => {
  test.each(["viewer", "developer"] as const)("a %s may not import, but export", async (role) => {
    const { call } = await dashboard(role);
    for (const path of ["/imports/customers", "/imports/products/preview"]) {
      const { status, body } = await call("POST", path, { csv: "name\nX" });
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "scope_missing", scope: "site:import" });
    }
    expect((await call("GET", "/exports/customers.csv")).status).toBe(200);
  });

  test("without the catalogue feature, neither import nor export is possible", async () => {
    const company = await service.company({ disable: ["catalog"] });
    const { call } = await signIn(service, { companyId: company.id });
    expect((await call("POST", "/imports/customers", { csv: "name\nX" })).body.code).toBe("feature_disabled");
    expect((await call("GET", "/exports/products.csv")).body.code).toBe("feature_disabled");
    expect((await call("GET", "/exports/invoices.csv")).status).toBe(200);
  });
});

describe("a file that is too large to be read on the main thread", () => {
  const threaded = (work: () => Promise<unknown>) => jobsDuring(service, work);

  test("is read in a thread, and says the same as a small one", async () => {
    const { call } = await dashboard();
    const cell = (metadata: string) => `"${metadata.replaceAll('"', '""')}"`;
    const deep = `${"[".repeat(1500)}${"]".repeat(1500)}`;
    const rows = [
      "name,metadata,address_city",
      `Ada,${cell('{"a":[1]}')},Lagos`,
      `Bola,${cell(deep)},`,
      "Chidi,not json,Abuja",
    ];
    const preview = (csv: string) => call("POST", "/imports/customers/preview", { csv });
    const small = rows.join("\r\n");
    const large = `${small}\r\n${"\r\n".repeat(9000)}`;
    const answers: unknown[] = [];
    const ask = (csv: string) => async () => void answers.push((await preview(csv)).body);
    expect(await threaded(ask(small))).toBe(0);
    expect(await threaded(ask(large))).toBe(1);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ rows: 3, valid: 1, errors_total: 2 });
    const refused = await preview(`colour\r\n${"red\r\n".repeat(4900)}`);
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "csv"]);
  });
});
