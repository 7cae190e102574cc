import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { creditAmount, issued, pay, refund } from "../../payments/payments/money.fixture.ts";

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

const report = async (query = "") => (await company.call(`GET /reports/receivables${query}`)).body;
const nothing = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_91_or_more: 0 };

describe("receivables", () => {
  test("are put into their ages by the days since they were due, the edges included", async () => {
    const customer_id = await company.customer({ name: "Oba, Ltd" });
    const ages = { "2026-11-15": 1, "2026-11-14": 2, "2026-10-16": 4, "2026-10-15": 8, "2026-09-16": 16 };
    const later = { "2026-09-15": 32, "2026-08-17": 64, "2026-08-16": 128 };
    for (const [due_date, unit_price] of Object.entries({ ...ages, ...later })) {
      const lines = [{ description: "Work", quantity: 1, unit_price }];
      await issued(company, { customer_id, lines, invoice_date: "2026-08-01", due_date });
    }
    const owed = {
      not_due: 1,
      days_1_30: 6,
      days_31_60: 24,
      days_61_90: 96,
      days_91_or_more: 128,
      due: 255,
    };
    const amounts = { ...owed, credit: 0, balance: 255 };
    const accounting = { accounting_currency: "NGN", due_accounting: 255 };
    expect(await report()).toEqual({
      success: true,
      as_of: "2026-11-15",
      totals: [{ currency: "NGN", ...amounts, ...accounting }],
      totals_accounting: [{ accounting_currency: "NGN", ...owed, without_rate: 0 }],
      rows: [
        {
          customer_id,
          customer_name: "Oba, Ltd",
          currency: "NGN",
          ...amounts,
          ...accounting,
          without_rate: 0,
        },
      ],
      has_more: false,
    });
    const { text } = await company.call("GET /reports/receivables.csv?as_of=2026-11-15");
    expect(text.split("\r\n")[1]).toBe(`${customer_id},"Oba, Ltd",NGN,1,6,24,96,128,255,0,255,NGN,255,0`);
  });

  test("show credit beside what is due, and refunds that no credit note explains", async () => {
    const customer_id = await company.customer();
    const paid = await issued(company, { customer_id });
    const { payment } = (await pay(company, { invoice_id: paid.id, amount: 1000 })).body;
    await creditAmount(company, paid.id, 100);
    await issued(company, { customer_id });
    const amounts = async () => {
      const [{ due, credit, balance }] = (await report()).rows;
      return { due, credit, balance };
    };
    expect(await amounts()).toEqual({ due: 1000, credit: 100, balance: 900 });
    await refund(company, payment.id, { amount: 100 });
    expect(await amounts()).toEqual({ due: 1000, credit: 0, balance: 1000 });
    await refund(company, payment.id, { amount: 30 });
    expect(await amounts()).toEqual({ due: 1000, credit: -30, balance: 1030 });
  });

  test("are those of the day, whatever happened later", async () => {
    const customer_id = await company.customer();
    const on = (date: string) => service.clock.set(new Date(`${date}T11:00:00.000Z`));
    const fields = { customer_id, due_date: "2026-11-18" };
    const [paid, credited, writtenOff, voided] = [
      await issued(company, fields),
      await issued(company, fields),
      await issued(company, fields),
      await issued(company, fields),
    ];
    const before = (await report()).rows;
    expect(before).toMatchObject([{ not_due: 4000, due: 4000, balance: 4000 }]);
    on("2026-11-20");
    const { payment } = (await pay(company, { invoice_id: paid.id, amount: 700 })).body;
    await company.call(`POST /invoices/${credited.id}/credit_notes`);
    await company.call(`POST /invoices/${writtenOff.id}/write_off`);
    await company.call(`POST /invoices/${voided.id}/void`);
    await issued(company, fields.due_date ? { customer_id, due_date: "2026-12-20" } : {});
    const then = (await report()).rows;
    expect(then).toMatchObject([{ not_due: 1000, days_1_30: 300, due: 1300, credit: 0, balance: 1300 }]);
    on("2026-11-22");
    await company.call(`POST /payments/${payment.id}/reverse`, { body: { reason: "Bounced" } });
    await pay(company, { invoice_id: writtenOff.id, amount: 100 });
    expect((await report()).rows).toMatchObject([{ ...nothing, not_due: 1000, days_1_30: 1900 }]);
    expect((await report("?as_of=2026-11-20")).rows).toEqual(then);
    expect((await report("?as_of=2026-11-15")).rows).toEqual(before);
    expect((await report("?as_of=2026-11-14")).rows).toEqual([]);
  });

  test("are not overdue where only tax is left that the buyer withholds", async () => {
    const customer_id = await company.customer();
    const invoice = await issued(company, {
      customer_id,
      invoice_date: "2026-10-01",
      due_date: "2026-10-02",
      withholding: { rate: 5 },
    });
    expect((await report()).rows).toMatchObject([{ days_31_60: 1000, not_due: 0 }]);
    await pay(company, { invoice_id: invoice.id, amount: 950 });
    expect((await report()).rows).toMatchObject([{ days_31_60: 0, not_due: 50 }]);
    await pay(company, { invoice_id: invoice.id, amount: 50, method: "withholding_tax" });
    expect((await report()).rows).toEqual([]);
    expect((await report("?as_of=2026-11-14")).rows).toMatchObject([{ days_31_60: 1000, not_due: 0 }]);
  });

  test("have a row for payments that belong to nobody yet", async () => {
    await company.recordPayment(70);
    expect((await report()).rows).toEqual([
      {
        customer_id: null,
        customer_name: null,
        currency: "NGN",
        ...nothing,
        due: 0,
        credit: 70,
        balance: -70,
        accounting_currency: "NGN",
        due_accounting: 0,
        without_rate: 0,
      },
    ]);
  });

  test("are those of the company alone, for keys with reports:read", async () => {
    await issued(company);
    const other = await service.company();
    expect((await other.call("GET /reports/receivables")).body.rows).toEqual([]);
    const reader = await service.company({ scopes: ["invoices:read"] });
    for (const path of ["receivables", "receivables.csv", "statement", "statement.csv"]) {
      expect((await reader.call(`GET /reports/${path}`)).status).toBe(403);
    }
  });

  test("422 for a day that is none", async () => {
    const { status, body } = await company.call("GET /reports/receivables?as_of=2026-02-30");
    expect([status, body.errors[0].field]).toEqual([422, "as_of"]);
  });
});
