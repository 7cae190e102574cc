import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { creditAmount, issued, pay, refund } from "../../payments/payments/money.fixture.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
const start = new Date("2026-11-15T11:00:00.000Z");
beforeAll(async () => {
  service = await startService({ now: start });
});
beforeEach(async () => {
  service.clock.set(start);
  company = await service.company();
  customer_id = await company.customer({ name: "Oba, Ltd" });
});
afterAll(() => service.close());

const report = (query = "", suffix = "") =>
  company.call(`GET /reports/statement${suffix}?customer_id=${customer_id}${query}`);
const on = (date: string) => service.clock.set(new Date(`${date}T11:00:00.000Z`));

describe("the statement of a customer", () => {
  test("tells every document and payment of the period, with the balance after each", async () => {
    const invoice = await issued(company, {
      customer_id,
      invoice_date: "2026-10-20",
      due_date: "2026-11-20",
    });
    const other = await issued(company, { customer_id });
    on("2026-11-16");
    const { payment } = (
      await pay(company, {
        invoice_id: invoice.id,
        amount: 600,
        method: "cash",
        reference: "R-1",
        paid_at: "2026-11-10",
      })
    ).body;
    const wrong = (await pay(company, { invoice_id: other.id, amount: 10 })).body.payment;
    on("2026-11-17");
    await company.call(`POST /payments/${wrong.id}/reverse`, { body: { reason: "Twice" } });
    const { credit_note } = (await creditAmount(company, invoice.id, "400.50")).body;
    on("2026-11-18");
    const given = (await refund(company, payment.id, { amount: "0.5" })).body.refund;
    await company.call(`POST /invoices/${other.id}/write_off`);
    const { status, body } = await report("&from=2026-11-01&to=2026-11-18");
    expect(status).toBe(200);
    const row = (
      date: string,
      type: string,
      record: { id: number; number?: string; reference?: string; method?: string },
      invoice_id: number,
      amount: number,
      balance: number,
    ) => ({
      currency: "NGN",
      date,
      type,
      record_id: record.id,
      reference: record.number ?? record.reference ?? null,
      method: record.method ?? null,
      invoice_id,
      amount,
      balance,
    });
    expect(body).toEqual({
      success: true,
      customer_id,
      from: "2026-11-01",
      to: "2026-11-18",
      totals: [{ currency: "NGN", opening_balance: 1000, closing_balance: 0 }],
      rows: [
        row("2026-11-10", "payment", payment, invoice.id, -600, 400),
        row("2026-11-15", "invoice", other, other.id, 1000, 1400),
        row("2026-11-16", "payment", wrong, other.id, -10, 1390),
        row("2026-11-17", "credit_note", credit_note, invoice.id, -400.5, 989.5),
        row("2026-11-17", "reversal", wrong, other.id, 10, 999.5),
        row("2026-11-18", "refund", { ...payment, id: given.id }, invoice.id, 0.5, 1000),
        { ...row("2026-11-18", "write_off", other, other.id, -1000, 0), record_id: expect.any(Number) },
      ],
      has_more: false,
    });
  });

  test("takes back what was written off once it is paid, and what is voided", async () => {
    const invoice = await issued(company, { customer_id });
    await company.call(`POST /invoices/${invoice.id}/write_off`);
    await pay(company, { invoice_id: invoice.id, amount: 300 });
    const voided = await issued(company, { customer_id });
    await company.call(`POST /invoices/${voided.id}/void`);
    const { rows, totals } = (await report()).body;
    const amounts = rows.map(({ type, amount }: { type: string; amount: number }) => [type, amount]);
    expect(amounts).toEqual([
      ["invoice", 1000],
      ["invoice", 1000],
      ["payment", -300],
      ["write_off", -1000],
      ["write_off", 1000],
      ["void", -1000],
    ]);
    expect(totals).toEqual([{ currency: "NGN", opening_balance: 0, closing_balance: 700 }]);
  });

  test("keeps currencies apart, and has no drafts", async () => {
    await issued(company, { customer_id, currency: "USD" });
    await issued(company, { customer_id });
    await company.draft({ customer_id });
    const { totals } = (await report()).body;
    expect(totals).toEqual([
      { currency: "NGN", opening_balance: 0, closing_balance: 1000 },
      { currency: "USD", opening_balance: 0, closing_balance: 1000 },
    ]);
  });

  test("is the same as CSV, in which amounts below zero stay numbers", async () => {
    const invoice = await issued(company, { customer_id });
    const { payment } = (await pay(company, { invoice_id: invoice.id, amount: 250.5, reference: "=1" })).body;
    const { text, headers } = await report("", ".csv");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="statement-${customer_id}-2026-11-01-2026-11-15.csv"`,
    );
    expect(text).toBe(
      [
        "currency,date,type,record_id,reference,method,invoice_id,amount,balance",
        `NGN,2026-11-15,invoice,${invoice.id},${invoice.number},,${invoice.id},1000,1000`,
        `NGN,2026-11-15,payment,${payment.id},'=1,,${invoice.id},-250.5,749.5`,
        "",
      ].join("\r\n"),
    );
  });

  test("dates payments where the company is", async () => {
    const invoice = await issued(company, { customer_id });
    await pay(company, { invoice_id: invoice.id, amount: 1, paid_at: "2026-11-14T23:30:00Z" });
    const { rows } = (await report("&from=2026-11-15")).body;
    expect(rows.map(({ date, type }: { date: string; type: string }) => [date, type])).toContainEqual([
      "2026-11-15",
      "payment",
    ]);
  });

  test.each([
    ["&from=2026-11-16&to=2026-11-15", "from", "must not be after to (2026-11-15)"],
    [
      "&from=2025-11-14&to=2026-11-15",
      "from",
      "must be at most 365 days before to (2026-11-15); ask for less at a time",
    ],
    ["&from=yesterday", "from", expect.any(String)],
  ])("422 for %s", async (query, field, message) => {
    const { status, body } = await report(query);
    expect([status, body.errors]).toEqual([422, [{ field, message }]]);
  });

  test("422 without a customer, and for another company's", async () => {
    expect((await company.call("GET /reports/statement")).body.errors[0]).toMatchObject({
      field: "customer_id",
    });
    const other = await service.company();
    const foreign = await other.call(`GET /reports/statement?customer_id=${customer_id}`);
    expect([foreign.status, foreign.body.errors]).toEqual([
      422,
      [{ field: "customer_id", message: "is not a customer of this company" }],
    ]);
  });
});
