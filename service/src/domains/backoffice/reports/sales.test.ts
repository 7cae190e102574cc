import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { credit, creditAmount, issued, pay, refund } from "../../payments/payments/money.fixture.ts";
import { setProfile, systemChange } from "../../tenancy/companies/service.ts";

let service: TestService;
let company: TestCompany;
const start = new Date("2026-11-15T11:00:00.000Z");
beforeAll(async () => {
  service = await startService({ now: start });
});
beforeEach(async () => {
  service.clock.set(start);
  company = await service.company();
});
afterAll(() => service.close());

const on = (date: string) => service.clock.set(new Date(`${date}T11:00:00.000Z`));
const report = async (name: string, query = "") =>
  (await company.call(`GET /reports/${name}?from=2026-11-01&to=2026-12-31${query}`)).body;
const taxed = { description: "Work", quantity: 1, unit_price: 1000, tax_rate: 7.5 };
const none = { credited: 0, voided: 0 };

describe("sales", () => {
  test("by customer are invoices less credit notes and voids, each on its day", async () => {
    const [one, other] = [await company.customer({ name: "One" }), await company.customer({ name: "Other" })];
    const first = await issued(company, { customer_id: one, lines: [taxed] });
    await issued(company, { customer_id: other, lines: [taxed, taxed] });
    const voided = await issued(company, { customer_id: other, lines: [taxed] });
    await creditAmount(company, voided.id, 100);
    on("2026-12-02");
    await credit(company, first.id, { lines: [{ ...taxed, unit_price: 200 }] });
    await company.call(`POST /invoices/${voided.id}/void`);
    const whole = await report("sales");
    const inAccounting = (net: number, tax: number) => ({
      ...{ net, tax, total: net + tax, accounting_currency: "NGN" },
      ...{ net_accounting: net, tax_accounting: tax, total_accounting: net + tax },
    });
    const ofOther = {
      invoiced: 3000,
      credited: 100,
      voided: 900,
      ...inAccounting(2000, 150),
      without_rate: 0,
    };
    const ofOne = { invoiced: 1000, credited: 200, voided: 0, ...inAccounting(800, 60), without_rate: 0 };
    expect(whole).toEqual({
      success: true,
      from: "2026-11-01",
      to: "2026-12-31",
      group_by: "customer",
      totals: [{ currency: "NGN", invoiced: 4000, credited: 300, voided: 900, ...inAccounting(2800, 210) }],
      totals_accounting: [{ accounting_currency: "NGN", net: 2800, tax: 210, total: 3010, without_rate: 0 }],
      rows: [
        { group_id: other, group: "Other", currency: "NGN", invoices: 2, credit_notes: 1, ...ofOther },
        { group_id: one, group: "One", currency: "NGN", invoices: 1, credit_notes: 1, ...ofOne },
      ],
      has_more: false,
    });
    // November stays what it was when it ended.
    const { totals } = (await company.call("GET /reports/sales?from=2026-11-01&to=2026-11-30")).body;
    expect(totals).toEqual([
      { currency: "NGN", invoiced: 4000, credited: 100, voided: 0, ...inAccounting(3900, 300) },
    ]);
  });

  test.each([
    ["day", ["2026-11-15", "2026-12-02"]],
    ["week", ["2026-11-09", "2026-11-30"]],
    ["month", ["2026-11-01", "2026-12-01"]],
    ["quarter", ["2026-10-01"]],
  ])("by %s have the first day of each, by the invoice's own date", async (group_by, days) => {
    await issued(company);
    await issued(company, { invoice_date: "2026-12-02", due_date: "2026-12-02" });
    await issued(company, { invoice_date: "2026-10-31" });
    const { rows } = await report("sales", `&group_by=${group_by}`);
    expect(rows.map(({ group }: { group: string }) => group)).toEqual(days);
  });

  test("by product add up to the documents, with what is no product's", async () => {
    const { product } = (
      await company.call("POST /products", { body: { name: "Rice", unit_price: 100, tax_rate: 10 } })
    ).body;
    const invoice = await issued(company, {
      lines: [{ product_id: product.id, quantity: 3 }, taxed],
      discounts: [{ percent: 10 }],
      charges: [{ amount: 5 }],
    });
    const { rows, totals } = await report("sales", "&group_by=product");
    const sum = (name: string) =>
      rows.reduce((all: number, row: Record<string, number>) => all + Math.round(row[name]! * 100), 0) / 100;
    expect([sum("net"), sum("tax"), sum("total")]).toEqual([
      invoice.total - invoice.tax_total,
      invoice.tax_total,
      invoice.total,
    ]);
    expect(totals[0]).toMatchObject({ total: invoice.total });
    expect(rows).toMatchObject([
      { group_id: product.id, group: "Rice", invoices: 1, invoiced: 300, ...none },
      { group_id: null, group: "document", invoiced: -125 },
      { group_id: null, group: "no_product", invoiced: 1000 },
    ]);
  });

  test("422 for a grouping that is none", async () => {
    const { errors } = await report("sales", "&group_by=year");
    expect(errors[0].field).toBe("group_by");
  });
});

describe("taxes", () => {
  test("are those of the documents by category and rate, less credit notes and voids", async () => {
    const exempt = {
      description: "Advice",
      quantity: 1,
      unit_price: 50,
      tax_category: "E",
      exemption_reason: "x",
    };
    const invoice = await issued(company, { lines: [taxed, exempt] });
    await credit(company, invoice.id, { lines: [{ ...taxed, unit_price: 400 }] });
    const voided = await issued(company, { lines: [taxed] });
    await company.call(`POST /invoices/${voided.id}/void`);
    const { rows, totals } = await report("taxes");
    expect(rows).toEqual([
      {
        currency: "NGN",
        category: "E",
        rate: 0,
        invoiced_taxable: 50,
        invoiced_tax: 0,
        credited_taxable: 0,
        credited_tax: 0,
        voided_taxable: 0,
        voided_tax: 0,
        taxable: 50,
        tax: 0,
        accounting_currency: "NGN",
        taxable_accounting: 50,
        tax_accounting: 0,
        without_rate: 0,
      },
      {
        currency: "NGN",
        category: "S",
        rate: 7.5,
        invoiced_taxable: 2000,
        invoiced_tax: 150,
        credited_taxable: 400,
        credited_tax: 30,
        voided_taxable: 1000,
        voided_tax: 75,
        taxable: 600,
        tax: 45,
        accounting_currency: "NGN",
        taxable_accounting: 600,
        tax_accounting: 45,
        without_rate: 0,
      },
    ]);
    expect(totals[0]).toMatchObject({ taxable: 650, tax: 45, tax_accounting: 45 });
  });

  test("are never added up across accounting currencies, of which a company may choose another", async () => {
    const lines = [{ ...taxed, unit_price: 100, tax_rate: 10 }];
    await issued(company, { currency: "USD", exchange_rate: "1500", lines });
    await inTransaction(service.context.db, async (tx) =>
      setProfile(await systemChange(tx, company.id, service.clock), company.id, { currency: "USD" }),
    );
    await issued(company, { currency: "USD", lines });
    const { rows, totals } = await report("taxes");
    const shown = (row: Record<string, unknown>) => [
      row.currency,
      row.accounting_currency,
      row.taxable,
      row.taxable_accounting,
      row.tax_accounting,
    ];
    const expected = [
      ["USD", "NGN", 100, 150_000, 15_000],
      ["USD", "USD", 100, 100, 10],
    ];
    expect([rows.map(shown), totals.map(shown)]).toEqual([expected, expected]);
    const { amounts } = (await report("taxes/explain")).explanation;
    type Explained = { name: string; amount: number; currency: string };
    const ofAccounting = amounts.filter(({ name }: Explained) => name.endsWith(".tax_accounting"));
    expect(ofAccounting.map(({ name, amount, currency }: Explained) => [name, amount, currency])).toEqual([
      ["rows[0].tax_accounting", 15_000, "NGN"],
      ["rows[1].tax_accounting", 10, "USD"],
      ["totals[0].tax_accounting", 15_000, "NGN"],
      ["totals[1].tax_accounting", 10, "USD"],
    ]);
  });

  test("in the accounting currency add up to what each document says, and say which lack a rate", async () => {
    const lines = [10.01, 20.02, 30.03].map((unit_price, index) => ({
      description: "Work",
      quantity: 1,
      unit_price,
      tax_rate: 5 + index,
    }));
    const invoice = await issued(company, { currency: "USD", exchange_rate: "1533.333333", lines });
    await issued(company, { currency: "USD", lines: [{ ...lines[0] }] });
    const { rows } = await report("taxes");
    const sum = (name: string) =>
      rows.reduce((all: number, row: Record<string, number>) => all + Math.round(row[name]! * 100), 0);
    expect(sum("tax_accounting")).toBe(Math.round(invoice.tax_total_accounting * 100));
    expect(sum("taxable_accounting") + sum("tax_accounting")).toBe(
      Math.round(invoice.total_accounting * 100),
    );
    expect(rows.map(({ without_rate }: { without_rate: number }) => without_rate)).toEqual([1, 0, 0]);
  });
});

describe("payments", () => {
  test("are added up by method and currency, with what was reversed and refunded", async () => {
    const invoice = await issued(company);
    const paid = async (amount: number, method?: string) =>
      (await pay(company, { invoice_id: invoice.id, amount, ...(method && { method }) })).body.payment;
    const cash = await paid(100, "cash");
    const wrong = await paid(30, "cash");
    await paid(200, "bank_transfer");
    await paid(5);
    await company.call(`POST /payments/${wrong.id}/reverse`, { body: { reason: "Twice" } });
    await refund(company, cash.id, { amount: 20.5 });
    const { rows, totals } = await report("payments");
    const row = (method: string | null, payments: number, received: number) => ({
      method,
      currency: "NGN",
      payments,
      received,
      reversals: 0,
      reversed: 0,
      refunds: 0,
      refunded: 0,
      net: received,
    });
    expect(rows).toEqual([
      row("bank_transfer", 1, 200),
      { ...row("cash", 2, 130), reversals: 1, reversed: 30, refunds: 1, refunded: 20.5, net: 79.5 },
      row(null, 1, 5),
    ]);
    expect(totals).toEqual([{ currency: "NGN", received: 335, reversed: 30, refunded: 20.5, net: 284.5 }]);
    const { text } = await company.call("GET /reports/payments.csv");
    expect(text.split("\r\n")[2]).toBe("cash,NGN,2,130,1,30,1,20.5,79.5");
  });
});
