import { expect, test } from "vitest";
import {
  canonicalCreditNote,
  canonicalInvoice,
  freeze,
  type IssuedInvoice,
  taxExclusive,
} from "./canonical.ts";

const party = { registration_number: null, email: null, phone: null };
const line = {
  description: "Consulting",
  quantity: 2,
  unit_code: "HUR",
  unit_price: 50,
  net_amount: 100,
  tax_category: "S",
  tax_rate: 7.5,
  exemption_reason: null,
  hs_code: null,
  service_code: null,
};
const exempt = { ...line, net_amount: 40, tax_category: "E", tax_rate: 0 };
const invoice: IssuedInvoice = {
  number: "INV-0001",
  invoice_date: "2026-11-02",
  due_date: "2026-12-02",
  currency: "NGN",
  supplier: { ...party, name: "Lagos Works Ltd", tax_id: "12345678-0001", address: { city: "Lagos" } },
  customer: { ...party, name: "Bola & Sons", tax_id: null, kind: null, address: null },
  lines: [line],
  taxes: [{ category: "S", rate: 7.5, taxable_amount: 100, tax_amount: 7.5 }],
  subtotal: 100,
  tax_total: 7.5,
  total: 107.5,
  notes: "Thank you",
  line_discount_total: 0,
  line_charge_total: 0,
} as unknown as IssuedInvoice;

test("the parties are businesses unless the customer says otherwise", () => {
  const { supplier, customer } = canonicalInvoice(invoice);
  expect([supplier.kind, customer.kind]).toEqual(["business", "business"]);
  const kindOf = (kind: "consumer" | "government") =>
    canonicalInvoice({ ...invoice, customer: { ...invoice.customer, kind } }).customer.kind;
  expect([kindOf("consumer"), kindOf("government")]).toEqual(["consumer", "government"]);
});

test("what an address does not say is null, member by member", () => {
  const { supplier, customer } = canonicalInvoice(invoice);
  const nowhere = { line1: null, line2: null, city: null, region: null, postal_code: null, country: null };
  expect(supplier.address).toEqual({ ...nowhere, city: "Lagos" });
  expect(customer.address).toEqual(nowhere);
});

test("the reasons for an exemption belong to its tax group, each once, and not to other groups", () => {
  const reasons = ["Export", "Export", "Medicine", null];
  const lines = [line, ...reasons.map((exemption_reason) => ({ ...exempt, exemption_reason }))];
  const taxes = [...invoice.taxes, { category: "E", rate: 0, taxable_amount: 160, tax_amount: 0 }];
  const groups = canonicalInvoice({ ...invoice, lines, taxes }).taxes;
  expect(groups.map(({ category, exemption_reason }) => [category, exemption_reason])).toEqual([
    ["S", null],
    ["E", "Export; Medicine"],
  ]);
});

test("tax in another currency is told only if that currency, the rate and the amount are known", () => {
  const accountingWith = (changes: object) => canonicalInvoice({ ...invoice, ...changes }).accounting;
  const known = { accounting_currency: "EUR", exchange_rate: 0.00058, tax_total_accounting: 0 };
  expect(accountingWith(known)).toEqual({ currency: "EUR", exchange_rate: "0.00058", tax_total: "0" });
  expect(accountingWith({ ...known, accounting_currency: "NGN" })).toBeUndefined();
  expect(accountingWith({ ...known, exchange_rate: null })).toBeUndefined();
  expect(accountingWith({ ...known, tax_total_accounting: null })).toBeUndefined();
  expect(accountingWith({})).toBeUndefined();
});

test("a period is told with both its ends, an order reference if there is one", () => {
  const period = { period_start: "2026-10-01", period_end: "2026-10-31" };
  const document = canonicalInvoice({ ...invoice, ...period, po_number: "PO 7" });
  expect(document).toMatchObject({
    period: { start: "2026-10-01", end: "2026-10-31" },
    order_reference: "PO 7",
  });
  for (const changes of [{ period_end: null }, { period_start: null }])
    expect(canonicalInvoice({ ...invoice, ...period, ...changes })).not.toHaveProperty("period");
  expect(canonicalInvoice(invoice)).not.toHaveProperty("order_reference");
});

test("a credit note names the invoice that it corrects, and has no due date or period of its own", () => {
  const creditNote = {
    ...invoice,
    number: "CN-0001",
    subtotal: 40,
    tax_total: 3,
    total: 43,
    reason: "Returned",
  };
  const issued = {
    ...invoice,
    period_start: "2026-10-01",
    period_end: "2026-10-31",
    irn: "INV0001-ABC-20261102",
  };
  const document = canonicalCreditNote(creditNote, "2026-11-19", issued);
  expect(document).toMatchObject({
    type: "credit_note",
    number: "CN-0001",
    issue_date: "2026-11-19",
    due_date: null,
    total: "43",
    notes: "Returned",
    preceding: { number: "INV-0001", issue_date: "2026-11-02", irn: "INV0001-ABC-20261102" },
  });
  expect(document).not.toHaveProperty("period");
  expect(canonicalInvoice(invoice).preceding).toBeNull();
});

test("the total without tax has discounts taken off and charges added", () => {
  const document = { ...canonicalInvoice(invoice), discount_total: "10.50", charge_total: "3" };
  expect(taxExclusive(document)).toBe("92.5");
  expect(taxExclusive(canonicalInvoice(invoice))).toBe("100");
});

test("a frozen document is its text and the SHA-256 of it", () => {
  const { text, hash } = freeze(canonicalInvoice(invoice));
  expect(JSON.parse(text)).toEqual(canonicalInvoice(invoice));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(freeze(canonicalInvoice(invoice)).hash).toBe(hash);
  expect(freeze(canonicalInvoice({ ...invoice, notes: null })).hash).not.toBe(hash);
});
