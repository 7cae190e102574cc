import { describe, expect, test } from "vitest";
import { invoiceFaults, type Product, productFaults } from "./completeness.ts";
import type { Invoice } from "./invoice.ts";

const line = {
  description: "Advice",
  product_id: null,
  tax_rate: 7.5,
  tax_category: "S",
  exemption_reason: null,
  hs_code: null,
  service_code: null,
};

const invoice = (changes: object = {}, customer: object = {}) =>
  ({
    id: 1,
    customer_id: 7,
    customer: {
      name: "Acme",
      kind: "business",
      tax_id: "12345678-0001",
      registration_number: null,
      address: { line1: "12 Marina", city: "Lagos", country: "NG" },
      ...customer,
    },
    lines: [line],
    ...changes,
  }) as Invoice;

const fieldsOf = (given: Invoice, adapter = "firs_mbs") =>
  invoiceFaults(given, { adapter }, new Map()).map(({ field }) => field);

describe("an invoice", () => {
  test("that has all of it lacks nothing", () => {
    expect(fieldsOf(invoice())).toEqual([]);
  });

  test("to a business needs a tax number, or at least that of its registration, and an address", () => {
    expect(fieldsOf(invoice({}, { tax_id: " ", address: null }))).toEqual([
      "customer.tax_id",
      "customer.address.line1",
      "customer.address.city",
      "customer.address.country",
    ]);
    expect(fieldsOf(invoice({}, { tax_id: null, registration_number: "RC 1" }))).toEqual([]);
    expect(fieldsOf(invoice({}, { kind: null, tax_id: null }))).toEqual(["customer.tax_id"]);
  });

  test("to a consumer needs neither", () => {
    expect(fieldsOf(invoice({}, { kind: "consumer", tax_id: null, address: null }))).toEqual([]);
  });

  test("that India is told of may go abroad, to a buyer without its tax number", () => {
    expect(fieldsOf(invoice({}, { tax_id: null }), "india_irp")).toEqual([]);
    expect(fieldsOf(invoice({}, { address: {} }), "india_irp")).toEqual([
      "customer.address.line1",
      "customer.address.city",
    ]);
  });

  test("whose authority is not known here is left to the service", () => {
    expect(fieldsOf(invoice({ lines: [] }, { tax_id: null }), "another")).toEqual([]);
    expect(fieldsOf(invoice({ lines: [] }, { tax_id: null }), "document_only")).toEqual([]);
  });

  test("needs lines that say what is sold, and whose rate and category agree", () => {
    expect(fieldsOf(invoice({ lines: [] }))).toEqual(["lines"]);
    const lines = [
      { ...line, description: "  " },
      { ...line, tax_rate: 0 },
      { ...line, tax_category: "E" },
      { ...line, tax_category: "L" },
    ];
    expect(fieldsOf(invoice({ lines }))).toEqual([
      "lines[0].description",
      "lines[1].tax_rate",
      "lines[2].tax_rate",
    ]);
  });

  test("names the product that the fault came from", () => {
    const lines = [{ ...line, product_id: 31, tax_rate: 0 }];
    const products = new Map([[31, { product: {} as Product, faults: [] }]]);
    const [fault] = invoiceFaults(invoice({ lines }), { adapter: "sandbox" }, products);
    expect(fault!.message).toMatch(/; fix product 31 too$/);
  });
});

describe("a product", () => {
  const product: Product = { ...line, id: 31, name: "Rice", sku: null, kind: "goods", hs_code: "1006.10" };

  test.each([
    [{}, []],
    [{ hs_code: null }, ["hs_code"]],
    [{ kind: "service", hs_code: null }, ["service_code"]],
    [{ service_code: "6201" }, ["kind"]],
    [{ tax_category: "E", tax_rate: 0 }, ["exemption_reason"]],
    [{ tax_category: "E", tax_rate: 0, exemption_reason: "Food" }, []],
    [{ tax_rate: 0 }, ["tax_rate"]],
  ])("with %j lacks %j", (changes, fields) => {
    expect(productFaults({ ...product, ...changes } as Product).map(({ field }) => field)).toEqual(fields);
  });
});
