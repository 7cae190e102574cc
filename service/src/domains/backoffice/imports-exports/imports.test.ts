import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { eventTypes, listed, openDashboard } from "./imports.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const dashboard = (role?: Parameters<typeof openDashboard>[1]) => openDashboard(service, role);

describe("rows", () => {
  test("become customers as POST would create them, with events that name the user", async () => {
    const here = await dashboard();
    const csv =
      "Name,E-mail,Email,Kind,Address line1,address_city,External ID,metadata\r\n" +
      'Acme,ignored,a@acme.example,government,"12 Marina\r\nFloor 2",Lagos,crm-1,"{""tier"":2}"\r\n' +
      "Plain,,,,,,,\r\n";
    const { status, body } = await here.call("POST", "/imports/customers", { csv });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      created: 2,
      updated: 0,
      unchanged: 0,
      errors: [],
      errors_total: 0,
    });
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
    const here = await dashboard();
    const csv =
      "name;sku;kind;unit_price;tax_rate;active;portal;default_discount_percent\nHour;H-1;service;1500.123456;7.5;TRUE;yes;12.5\nBox;B-1;;;;0;;\n";
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
      default_discount_percent: 12.5,
    });
    expect(box).toMatchObject({
      unit_price: null,
      tax_rate: 0,
      tax_category: "Z",
      active: false,
      kind: "goods",
    });
  });

  test("change the record that id, external_id, sku or email names, and only in the columns that the file has", async () => {
    const here = await dashboard();
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
    const here = await dashboard();
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

  test("with errors are skipped and reported by row, column and reason; the others are stored", async () => {
    const here = await dashboard();
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
      { row: 7, field: "sku", message: "is already used in row 2" },
      { row: 8, field: "id", message: "is not a product of this company" },
      { row: 9, field: "id", message: "must be the id from an export, or empty" },
      { row: 10, field: "row", message: expect.stringContaining("more cells than the header") },
    ]);
  });

  test("an address that several customers share does not say which of them is meant", async () => {
    const here = await dashboard();
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
    const here = await dashboard();
    const byId = await here.call("POST", "/imports/customers", { csv: `id,name\n${id},Mine\n` });
    expect(byId.body.errors).toMatchObject([{ field: "id", message: "is not a customer of this company" }]);
    const csv = "name,external_id,email\nMine,same,same@example.com\n";
    expect((await here.call("POST", "/imports/customers", { csv })).body.created).toBe(1);
    expect((await other.call(`GET /customers/${id}`)).body.customer.name).toBe("Theirs");
  });
});

test.each<Record<string, string>>([{}, { "idempotency-key": "bad-file" }])(
  "of more faults than are shown all are counted, sent with %j",
  async (headers) => {
    const here = await dashboard();
    const words = [
      "kind",
      "unit_price",
      "currency",
      "tax_rate",
      "tax_category",
      "active",
      "portal",
      "metadata",
    ];
    const texts = ["unit_code", "hs_code", "service_code"];
    const row = ["", ...words.map(() => "?"), ...texts.map(() => "x".repeat(300))].join();
    const csv = [["name", ...words, ...texts].join(), ...Array<string>(150).fill(row)].join("\n");
    const { body } = await here.call("POST", "/imports/products", { csv }, { headers });
    expect(body.errors).toHaveLength(1000);
    expect(body.errors_total).toBe(150 * (1 + words.length + texts.length));
  },
);
