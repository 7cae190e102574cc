import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalInvoice, freeze, type IssuedInvoice } from "../src/domains/fiscal/canonical/canonical.ts";
import { violations } from "../src/domains/fiscal/ubl/rules.ts";
import { readPdf } from "../src/domains/sending/documents/pdf.fixture.ts";
import { startService, type TestCompany, type TestService, taxed } from "./harness.ts";

const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
const work = { description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 };
const goods = { description: "Paper", quantity: 1, unit_price: 100 };

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ profile: { ...taxed, ...address } });
  customer_id = await company.customer({ tax_id: "12345678-0002", address });
});
afterAll(() => service.close());

const invoiceOf = async (id: number) => (await company.call(`GET /invoices/${id}`)).body.invoice;
const totalsIn = ({ subtotal, discount_total, charge_total, tax_total, total }: Record<string, number>) => [
  subtotal,
  discount_total,
  charge_total,
  tax_total,
  total,
];

describe("discounts and charges", () => {
  test("change lines and document, and every answer shows them and what they come to", async () => {
    const { status, body } = await company.call("POST /invoices", {
      body: {
        customer_id,
        lines: [
          { ...work, discounts: [{ percent: 10, reason: "Agreed" }], charges: [{ amount: 20 }] },
          goods,
        ],
        discounts: [{ percent: "10" }],
        charges: [{ amount: 30, reason: "Delivery" }],
      },
    });
    expect(status).toBe(201);
    const { invoice } = body;
    expect(invoice.lines[0]).toMatchObject({
      discounts: [{ percent: 10, reason: "Agreed" }],
      charges: [{ amount: 20 }],
      gross_amount: 200,
      discount_amount: 20,
      charge_amount: 20,
      net_amount: 200,
    });
    expect(invoice).toMatchObject({
      prices_include_tax: false,
      discounts: [{ percent: 10 }],
      charges: [{ amount: 30, reason: "Delivery" }],
      // 200 − 20 + 20 = 200 at 7.5 %, 100 at 0 %; 30 are taken off and added again, each in proportion.
      taxes: [
        { category: "S", rate: 7.5, taxable_amount: 200, tax_amount: 15 },
        { category: "Z", rate: 0, taxable_amount: 100, tax_amount: 0 },
      ],
    });
    expect(totalsIn(invoice)).toEqual([300, 30, 30, 15, 315]);
    expect(await invoiceOf(invoice.id)).toEqual(invoice);
    const listed = await company.call("GET /invoices?include=lines&limit=1");
    expect(listed.body.invoices[0]).toEqual(invoice);
  });

  test("an invoice without them has empty lists and zeros", async () => {
    const draft = await company.draft({ customer_id, lines: [work] });
    expect(draft).toMatchObject({ prices_include_tax: false, discounts: [], charges: [] });
    expect(totalsIn(draft)).toEqual([200, 0, 0, 15, 215]);
    expect(draft.lines[0]).toMatchObject({ gross_amount: 200, discount_amount: 0, charge_amount: 0 });
  });

  test.each([
    [{ discounts: [{ percent: 100.0001 }] }, "discounts[0].percent"],
    [{ discounts: [{ percent: -1 }] }, "discounts[0].percent"],
    [{ discounts: [{ amount: 0 }] }, "discounts[0].amount"],
    [{ discounts: [{ amount: 1.001 }] }, "discounts[0].amount"],
    [{ discounts: [{}] }, "discounts[0]"],
    [{ discounts: [{ percent: 1, amount: 1 }] }, "discounts[0]"],
    [{ discounts: Array.from({ length: 6 }, () => ({ percent: 1 })) }, "discounts"],
    [{ discounts: [{ amount: 200.01 }] }, "discounts[0]"],
    [{ charges: [{ amount: 1, reason: "x".repeat(201) }] }, "charges[0].reason"],
    [{ charges: [{ percent: 1000.0001 }] }, "charges[0].percent"],
  ])("%j is 422 on a line and on the document, and changes nothing", async (wrong, field) => {
    const onDocument = await company.call("POST /invoices", {
      body: { customer_id, lines: [work], ...wrong },
    });
    expect([onDocument.status, onDocument.body.errors[0].field]).toEqual([422, field]);
    const onLine = await company.call("POST /sales", { body: { lines: [{ ...work, ...wrong }] } });
    expect([onLine.status, onLine.body.errors[0].field]).toEqual([422, `lines[0].${field}`]);
  });

  test("a discount that is too large says of what: the line, or the document", async () => {
    const said = async (body: object) => {
      const { errors } = (await company.call("POST /invoices", { body: { customer_id, ...body } })).body;
      return errors.map(({ message }: { message: string }) => message);
    };
    const discounts = [{ amount: 1000 }];
    expect(await said({ lines: [{ ...work, discounts }] })).toEqual([expect.stringContaining("the line")]);
    expect(await said({ lines: [work], discounts })).toEqual([expect.stringContaining("the document")]);
  });

  test("of a product and of a customer are defaults, which [] suppresses and other lists replace", async () => {
    const product = await company.call("POST /products", {
      body: { name: "Pen", unit_price: 100, default_discount_percent: 5 },
    });
    expect(product.body.product.default_discount_percent).toBe(5);
    const regular = await company.customer({ default_discount_percent: "2.5" });
    const line = { product_id: product.body.product.id, quantity: 1 };
    const create = async (fields: object, operation = "invoices") => {
      const { body, text, status } = await company.call(`POST /${operation}`, {
        body: { customer_id: regular, lines: [line], ...fields },
      });
      if (status !== 201) throw new Error(text);
      return body.invoice ?? body.sale;
    };
    for (const operation of ["invoices", "sales"]) {
      const both = await create({}, operation);
      expect(both.lines[0].discounts).toEqual([{ percent: 5 }]);
      expect(both.discounts).toEqual([{ percent: 2.5 }]);
      expect(totalsIn(both)).toEqual([95, 2.38, 0, 0, 92.62]);
      const none = await create({ discounts: [], lines: [{ ...line, discounts: [] }] }, operation);
      expect([none.discounts, none.lines[0].discounts, none.total]).toEqual([[], [], 100]);
      const other = await create({ discounts: [{ amount: 10 }] }, operation);
      expect([other.discounts, other.total]).toEqual([[{ amount: 10 }], 85]);
    }
    // Many at once share a statement, and each gets what belongs to its customer.
    const drafts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(index % 2 === 0 ? {} : { customer_id })),
    );
    expect(drafts.map(({ total }) => total)).toEqual(
      drafts.map((_, index) => (index % 2 === 0 ? 92.62 : 95)),
    );
  });

  test("a PATCH of other fields keeps them, null restores the default, and a new customer changes nothing", async () => {
    const regular = await company.customer({ default_discount_percent: 10 });
    const { id, total } = await company.draft({ customer_id: regular, lines: [work] });
    const patch = async (body: object) =>
      (await company.call(`PATCH /invoices/${id}`, { body })).body.invoice;
    expect(total).toBe(193.5);
    expect(await patch({ notes: "x" })).toMatchObject({ discounts: [{ percent: 10 }], total });
    expect(await patch({ customer_id })).toMatchObject({ discounts: [{ percent: 10 }], total });
    const changed = await patch({ discounts: [{ amount: 100 }] });
    expect([changed.total, changed.lines[0].tax_amount]).toEqual([107.5, 7.5]);
    expect(await patch({ customer_id: regular, discounts: null })).toMatchObject({ total });
    const refused = await company.call(`PATCH /invoices/${id}`, { body: { discounts: [{ amount: 201 }] } });
    expect([refused.status, (await invoiceOf(id)).total]).toEqual([422, total]);
  });

  test("of a sale are those of its invoice, and of a full credit note", async () => {
    const regular = await company.customer({
      default_discount_percent: 50,
      tax_id: "12345678-0002",
      address,
    });
    const terms = {
      discounts: [{ percent: 10, reason: "Fair" }],
      charges: [{ amount: 7 }],
      prices_include_tax: true,
    };
    const { body } = await company.call("POST /sales", {
      body: { customer_id: regular, lines: [{ ...work, discounts: [{ amount: 3 }] }], ...terms },
    });
    const made = await company.call(`POST /sales/${body.sale.id}/invoice`);
    const { invoice } = made.body;
    expect(invoice).toMatchObject({ ...terms, total: body.sale.total });
    expect(invoice.lines[0]).toMatchObject({ discounts: [{ amount: 3 }], discount_amount: 3 });
    await company.call(`POST /invoices/${invoice.id}/issue`);
    const refused = await company.call(`PATCH /invoices/${invoice.id}`, { body: { discounts: [] } });
    expect(refused.status).toBe(422);
    const credited = await company.call(`POST /invoices/${invoice.id}/credit_notes`, { body: {} });
    expect(credited.status).toBe(201);
    expect(credited.body.credit_note).toMatchObject({ ...terms, total: invoice.total });
    expect(totalsIn(credited.body.credit_note)).toEqual(totalsIn(invoice));
    expect(credited.body.invoice.amount_due).toBe(0);
  });

  test("are on the PDF and, in terms of EN 16931, in the XML", async () => {
    const { id } = await company.draft({
      customer_id,
      lines: [{ ...work, discounts: [{ percent: 10, reason: "Agreed" }] }, goods],
      discounts: [{ amount: 28 }],
      charges: [{ amount: 5.5, reason: "Delivery" }],
    });
    await company.call(`POST /invoices/${id}/issue`);
    const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
    const file = await fetch(`${service.url}/api/v1/invoices/${id}.pdf`, { headers });
    const { text } = readPdf(Buffer.from(await file.arrayBuffer()));
    expect(text).toContain("Discount −10% · Agreed");
    expect(text).toMatch(/Discount\s+−₦28\.00/);
    expect(text).toMatch(/Charges\s+₦5\.50/);
    const xml = (await company.call(`GET /invoices/${id}.xml`)).text;
    const amounts = (name: string) =>
      [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)<`, "g"))].map(([, value]) => value);
    expect(amounts("ChargeIndicator")).toEqual(["false", "true", "false", "true", "false"]);
    expect(amounts("AllowanceChargeReason")).toEqual([
      "Discount",
      "Delivery",
      "Discount",
      "Delivery",
      "Agreed",
    ]);
    expect(amounts("AllowanceTotalAmount")).toEqual(["28.00"]);
    expect(amounts("ChargeTotalAmount")).toEqual(["5.50"]);
    expect(amounts("TaxExclusiveAmount")).toEqual(["257.50"]);
    expect(violations(canonicalInvoice((await invoiceOf(id)) as IssuedInvoice))).toEqual([]);
  });

  test("a document without them keeps its hash, because it may already be registered", async () => {
    const { id } = await company.draft({ customer_id, lines: [work] });
    await company.call(`POST /invoices/${id}/issue`);
    const invoice = await invoiceOf(id);
    const { prices_include_tax, discounts, charges, discount_total, charge_total, ...before } = invoice;
    before.lines = invoice.lines.map(
      ({ discounts: _, charges: __, ...line }: Record<string, unknown>) => line,
    );
    const hashOf = (document: IssuedInvoice) => freeze(canonicalInvoice(document)).hash;
    expect(hashOf(invoice)).toBe(hashOf(before));
  });
});

describe("prices that include tax", () => {
  const lines = [
    { ...work, unit_price: 107.5 },
    { ...goods, tax_rate: 19, unit_price: 0.99, quantity: 3 },
  ];

  test("are what the buyer pays; net and tax are taken out of them", async () => {
    const draft = await company.draft({ customer_id, lines, prices_include_tax: true });
    expect(draft).toMatchObject({
      prices_include_tax: true,
      total: 217.97,
      tax_total: 15.47,
      subtotal: 202.5,
    });
    expect(draft.lines[0]).toMatchObject({
      gross_amount: 215,
      net_amount: 200,
      tax_amount: 15,
      total_amount: 215,
    });
    expect(draft.lines[1]).toMatchObject({ gross_amount: 2.97, net_amount: 2.5, tax_amount: 0.47 });
  });

  test("are the default of a company that says so, unless a document says otherwise", async () => {
    const own = await service.company({ profile: { prices_include_tax: true } });
    expect(await own.draft({ lines })).toMatchObject({ prices_include_tax: true, total: 217.97 });
    const draft = await own.draft({ lines, prices_include_tax: false });
    expect(draft).toMatchObject({ prices_include_tax: false, subtotal: 217.97 });
    const patched = await own.call(`PATCH /invoices/${draft.id}`, { body: { prices_include_tax: null } });
    expect(patched.body.invoice).toMatchObject({ prices_include_tax: true, total: 217.97 });
    expect(patched.body.invoice.lines[0].net_amount).toBe(200);
  });

  test("reach the XML as net prices that satisfy its rules, also with discounts", async () => {
    const { id } = await company.draft({
      customer_id,
      lines: lines.map((line) => ({ ...line, discounts: [{ percent: 3 }] })),
      discounts: [{ percent: 7 }],
      charges: [{ amount: 11 }],
      prices_include_tax: true,
    });
    await company.call(`POST /invoices/${id}/issue`);
    const document = canonicalInvoice((await invoiceOf(id)) as IssuedInvoice);
    expect(violations(document)).toEqual([]);
    expect(document.lines[0]).toMatchObject({ quantity: "2", price_quantity: "2", unit_price: "200.00" });
    const xml = (await company.call(`GET /invoices/${id}.xml`)).text;
    expect(xml).toMatch(
      /<cbc:PriceAmount currencyID="NGN">200.00<\/cbc:PriceAmount>\s*<cbc:BaseQuantity unitCode="C62">2</,
    );
  });
});
