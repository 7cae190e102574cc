import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { signIn, type TestSession } from "../../../test/site-session.ts";
import { byteOrderMark, writeCsv } from "./csv.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Desk = TestSession & { company: TestCompany };

async function desk(role: "owner" | "accountant" | "developer" | "viewer" = "accountant"): Promise<Desk> {
  const company = await service.company();
  return { ...(await signIn(service, { companyId: company.id, role })), company };
}

const listed = async ({ company }: Desk, noun: string) =>
  (await company.call(`GET /${noun}?limit=100`)).body[noun].reverse();

const eventTypes = async ({ company }: Desk) =>
  (await company.call("GET /events?limit=100")).body.events.map(({ type }: { type: string }) => type);

describe("rows", () => {
  test("become customers as POST would make them, with their events, told as done by the person", async () => {
    const here = await desk();
    const csv =
      "Name,E-mail,Email,Kind,Address line1,address_city,External ID,metadata\r\n" +
      'Acme,ignored,a@acme.example,government,"12 Marina\r\nFloor 2",Lagos,crm-1,"{""tier"":2}"\r\n' +
      "Plain,,,,,,,\r\n";
    const { status, body } = await here.call("POST", "/imports/customers", { csv });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, created: 2, updated: 0, unchanged: 0, errors: [] });
    const [acme, plain] = await listed(here, "customers");
    expect(acme).toMatchObject({
      name: "Acme",
      email: "a@acme.example",
      kind: "government",
      address: { line1: "12 Marina\r\nFloor 2", city: "Lagos" },
      external_id: "crm-1",
      metadata: { tier: 2 },
    });
    expect(plain).toMatchObject({
      name: "Plain",
      email: null,
      kind: "business",
      address: null,
      metadata: {},
    });
    expect(await eventTypes(here)).toEqual(["customer.created", "customer.created"]);
    const { events } = (await here.company.call("GET /events")).body;
    expect(events[0].actor).toEqual({ type: "user", id: String(here.user.id) });
    expect(events[0].data.object).toEqual(acme);
  });

  test("become products, with prices to the last digit", async () => {
    const here = await desk();
    const csv =
      "name;sku;kind;unit_price;tax_rate;active;portal\nHour;H-1;service;1500.123456;7.5;TRUE;yes\nBox;B-1;;;;0;\n";
    expect((await here.call("POST", "/imports/products", { csv })).body).toMatchObject({
      created: 2,
      errors: [],
    });
    const [hour, box] = await listed(here, "products");
    expect(hour).toMatchObject({
      unit_price: 1500.123456,
      tax_rate: 7.5,
      tax_category: "S",
      active: true,
      portal: true,
    });
    expect(box).toMatchObject({
      unit_price: null,
      tax_rate: 0,
      tax_category: "Z",
      active: false,
      kind: "goods",
    });
  });

  test("change the record that id, external_id, sku or e-mail names, and only in the columns that the file has", async () => {
    const here = await desk();
    const byId = await here.company.customer({ name: "One", phone: "1" });
    await here.company.customer({
      name: "Two",
      external_id: "x-2",
      phone: "2",
      address: { city: "Lagos", country: "NG" },
    });
    await here.company.customer({ name: "Three", email: "Three@Example.com", phone: "3" });
    const csv = `id,external_id,email,name,address_city\n${byId},,,One!,\n,x-2,,Two!,Abuja\n,,three@example.COM,Three!,\n`;
    expect((await here.call("POST", "/imports/customers", { csv })).body).toMatchObject({
      created: 0,
      updated: 3,
    });
    const after = await listed(here, "customers");
    expect(after).toMatchObject([
      { name: "One!", phone: "1", address: null },
      { name: "Two!", phone: "2", external_id: "x-2", address: { city: "Abuja", country: "NG" } },
      { name: "Three!", phone: "3", email: "three@example.COM" },
    ]);
    const products = await here.call("POST", "/imports/products", { csv: "sku,name\nS,First\n" });
    expect(products.body.created).toBe(1);
    const again = await here.call("POST", "/imports/products", { csv: "sku,unit_price\nS,5\n" });
    expect(again.body).toMatchObject({ updated: 1, errors: [] });
    expect((await listed(here, "products"))[0]).toMatchObject({ name: "First", unit_price: 5 });
  });

  test("an empty cell clears; one without a name to clear is refused", async () => {
    const here = await desk();
    await here.company.customer({ name: "One", external_id: "1", phone: "1" });
    const cleared = await here.call("POST", "/imports/customers", { csv: "external_id,phone\n1,\n" });
    expect(cleared.body).toMatchObject({ updated: 1 });
    expect((await listed(here, "customers"))[0]).toMatchObject({ name: "One", phone: null });
    const refused = await here.call("POST", "/imports/customers", { csv: "external_id,name\n1,\n" });
    expect(refused.body).toMatchObject({
      updated: 0,
      errors: [{ row: 2, field: "name", message: "must not be empty" }],
    });
  });

  test("with errors are left out and told by row, column and reason; the others are stored", async () => {
    const here = await desk();
    await here.company.call("POST /products", { body: { name: "Taken", sku: "T" } });
    const csv = [
      "name,sku,external_id,unit_price,tax_rate,active,currency,metadata,id",
      "Good,G,,1,,,,,",
      ",N,,1,,,,,",
      'Bad,B,,"1,50",101,maybe,XXX,{no},',
      "",
      "Taken again,T,other,1,,,,,",
      "Repeated,G,,1,,,,,",
      "Stranger,,,,,,,,999999999",
      "Odd,,,,,,,,x1",
      "Wide,W,,1,,,,,,more",
    ].join("\n");
    const { body } = await here.call("POST", "/imports/products", { csv });
    expect(body).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
    expect(body.errors).toEqual([
      { row: 3, field: "name", message: "must not be empty" },
      { row: 4, field: "unit_price", message: "must be a decimal number, such as 1500.50" },
      { row: 4, field: "currency", message: expect.any(String) },
      { row: 4, field: "tax_rate", message: "must be at most 100" },
      { row: 4, field: "active", message: "must be true or false" },
      { row: 4, field: "metadata", message: "must be an object" },
      { row: 6, field: "sku", message: "is already used by another product of this company" },
      { row: 7, field: "sku", message: "stands in row 2 already" },
      { row: 8, field: "id", message: "is not a product of this company" },
      { row: 9, field: "id", message: "must be the number that an export shows, or empty" },
      { row: 10, field: "row", message: expect.stringContaining("more cells than the header") },
    ]);
  });

  test("an address that several customers share does not say which of them is meant", async () => {
    const here = await desk();
    for (const name of ["One", "Two"]) await here.company.customer({ name, email: "us@example.com" });
    const { body } = await here.call("POST", "/imports/customers", {
      csv: "name,email\nUs,US@example.com\n",
    });
    expect(body.errors).toMatchObject([{ row: 2, field: "email" }]);
    expect(body).toMatchObject({ created: 0, updated: 0 });
  });

  test("another company's records are neither found nor changed", async () => {
    const other = await service.company();
    const id = await other.customer({ name: "Theirs", external_id: "same", email: "same@example.com" });
    const here = await desk();
    const byId = await here.call("POST", "/imports/customers", { csv: `id,name\n${id},Mine\n` });
    expect(byId.body.errors).toMatchObject([{ field: "id", message: "is not a customer of this company" }]);
    const csv = "name,external_id,email\nMine,same,same@example.com\n";
    expect((await here.call("POST", "/imports/customers", { csv })).body.created).toBe(1);
    expect((await other.call(`GET /customers/${id}`)).body.customer.name).toBe("Theirs");
  });
});

describe("a file", () => {
  test("that was exported changes nothing when it comes back, formulas, line breaks and quotes included", async () => {
    const here = await desk("owner");
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
      expect(body).toEqual({ success: true, created: 0, updated: 0, unchanged: before.length, errors: [] });
      expect(await listed(here, noun)).toEqual(before);
      expect(await eventTypes(here)).toEqual(events);
    }
  });

  test.each([
    ["colour,size\nred,5", /no column that says which customer/],
    ["name,Name\na,b", /two columns called name/],
    ['name\n"open', /row 2/],
    ["\n\n", /is empty/],
  ])("%j is refused as a whole, with what to do", async (csv, message) => {
    const { call } = await desk();
    for (const path of ["/imports/customers", "/imports/customers/preview"]) {
      const { status, body } = await call("POST", path, { csv });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ field: "csv", message: expect.stringMatching(message) }]);
    }
  });

  test("of 5,000 rows is stored whole; one row more is refused", async () => {
    const here = await desk();
    const rows = Array.from({ length: 5000 }, (_, index) => [
      `Customer ${index}`,
      `c-${index}`,
      `c${index}@example.com`,
    ]);
    const csv = byteOrderMark + writeCsv([["name", "external_id", "email"], ...rows]);
    const { body } = await here.call("POST", "/imports/customers", { csv });
    expect(body).toEqual({ success: true, created: 5000, updated: 0, unchanged: 0, errors: [] });
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
    expect(more.body.error).toMatch(/5001 rows; at most 5000/);
  }, 60_000);
});

describe("a preview", () => {
  test("says what would be done and stores nothing", async () => {
    const here = await desk();
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
    const here = await desk();
    const csv = `name\n${Array.from({ length: 250 }, (_, index) => `N${index}`).join("\n")}`;
    const { body } = await here.call("POST", "/imports/products/preview", { csv });
    expect(body.sample).toHaveLength(20);
    expect(body).toMatchObject({ rows: 250, valid: 250, create: 250 });
  });
});

describe("under an Idempotency-Key", () => {
  const headers = { "idempotency-key": "file-1" };

  test("the same file is stored once, also rows that nothing names, and the first answer is given again", async () => {
    const here = await desk();
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
    const here = await desk();
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
    const { call } = await desk(role);
    for (const path of ["/imports/customers", "/imports/products/preview"]) {
      const { status, body } = await call("POST", path, { csv: "name\nX" });
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "scope_missing", scope: "site:import" });
    }
    expect((await call("GET", "/exports/customers.csv")).status).toBe(200);
  });

  test("where the catalogue is not part of the subscription, nobody imports or exports it", async () => {
    const company = await service.company({ disable: ["catalog"] });
    const { call } = await signIn(service, { companyId: company.id });
    expect((await call("POST", "/imports/customers", { csv: "name\nX" })).body.code).toBe("feature_disabled");
    expect((await call("GET", "/exports/products.csv")).body.code).toBe("feature_disabled");
    expect((await call("GET", "/exports/invoices.csv")).status).toBe(200);
  });
});
