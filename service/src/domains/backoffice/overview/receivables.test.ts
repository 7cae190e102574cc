import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { issued, must, openDashboard, pay } from "./overview.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("the period before", () => {
  test("has the same totals, and is named by its days", async () => {
    const { company, call } = await openDashboard(service);
    const before = await issued(company, "40", { invoice_date: "2026-11-08", due_date: "2026-12-01" });
    await pay(company, before, "30", "2026-11-07T10:00:00Z");
    await pay(company, before, "5", "2026-11-08T10:00:00Z");
    const within = await issued(company, "100", { invoice_date: "2026-11-09", due_date: "2026-12-01" });
    await pay(company, within, "60", "2026-11-10T10:00:00Z");
    // Neither in the one period nor in the other.
    await issued(company, "7", { invoice_date: "2026-11-01", due_date: "2026-12-01" });
    const { body } = await call("GET", "/overview?from=2026-11-09&to=2026-11-15");
    expect(body.previous).toEqual({ from: "2026-11-02", to: "2026-11-08" });
    expect(body.currencies[0]).toMatchObject({
      money_in: 60,
      payments: 1,
      invoiced: 100,
      invoices: 1,
      previous: { money_in: 35, payments: 2, refunded: 0, invoiced: 40, invoices: 1 },
    });
  });

  test("lists a currency that occurs only there, with zeros for the period itself", async () => {
    const { company, call } = await openDashboard(service);
    const dollars = await issued(company, "9", { currency: "USD", invoice_date: "2026-11-08" });
    await pay(company, dollars, "9", "2026-11-08T10:00:00Z");
    const { body } = await call("GET", "/overview?from=2026-11-09&to=2026-11-15");
    expect(body.currencies[1]).toMatchObject({
      currency: "USD",
      money_in: 0,
      invoiced: 0,
      previous: { money_in: 9, invoiced: 9 },
    });
  });

  test("does not count among the registrations", async () => {
    const { company, call } = await openDashboard(service);
    await issued(company, "9", { invoice_date: "2026-11-08" });
    const { body } = await call("GET", "/overview?from=2026-11-09&to=2026-11-15");
    expect(body.registrations).toMatchObject({ none: 0, registered: 0 });
  });
});

describe("receivables by age", () => {
  test("fall due on the last day of each range, and add up to what is outstanding", async () => {
    const { company, call } = await openDashboard(service);
    // Today is 15 November in Lagos.
    const dueDates = [
      "2026-11-16",
      "2026-11-15",
      "2026-11-14",
      "2026-10-16",
      "2026-10-15",
      "2026-09-16",
      "2026-09-15",
      "2026-08-17",
      "2026-08-16",
      "2025-01-01",
    ];
    for (const [index, due_date] of dueDates.entries()) {
      await issued(company, String(2 ** index), { invoice_date: "2025-01-01", due_date });
    }
    const partly = await issued(company, "1000", { invoice_date: "2025-01-01", due_date: "2026-11-15" });
    await pay(company, partly, "400", "2026-11-15T10:00:00Z");
    await must(company, `POST /invoices/${partly}/credit_notes`, {
      lines: [{ description: "Back", quantity: 1, unit_price: 100 }],
    });
    const { body } = await call("GET", "/overview");
    const { ageing, outstanding, overdue, invoices_open, invoices_overdue } = body.currencies[0];
    expect(ageing).toEqual([
      { age: "not_due", due_from: "2026-11-15", due_to: null, amount: 503, invoices: 3 },
      { age: "days_1_30", due_from: "2026-10-16", due_to: "2026-11-14", amount: 12, invoices: 2 },
      { age: "days_31_60", due_from: "2026-09-16", due_to: "2026-10-15", amount: 48, invoices: 2 },
      { age: "days_61_90", due_from: "2026-08-17", due_to: "2026-09-15", amount: 192, invoices: 2 },
      { age: "days_91_or_more", due_from: null, due_to: "2026-08-16", amount: 768, invoices: 2 },
    ]);
    expect([outstanding, overdue, invoices_open, invoices_overdue]).toEqual([1523, 1020, 11, 8]);
  });

  test("of which only withheld tax is left never fall due, here and in the lists", async () => {
    const { company, call } = await openDashboard(service);
    const dates = { invoice_date: "2026-01-01", due_date: "2026-11-01" };
    const customer_id = await company.customer();
    const rest = await issued(company, "100", { ...dates, customer_id, withholding: { rate: 5 } });
    const asked = await issued(company, "10", { ...dates, customer_id, withholding: { rate: 5 } });
    await pay(company, rest, "95", "2026-11-15T10:00:00Z");
    const { ageing, outstanding, overdue, invoices_overdue } = (await call("GET", "/overview")).body
      .currencies[0];
    expect(ageing.map(({ amount }: { amount: number }) => amount)).toEqual([5, 10, 0, 0, 0]);
    expect([outstanding, overdue, invoices_overdue]).toEqual([15, 10, 1]);
    const { body } = await call("GET", "/lists/invoices?due=overdue");
    expect(body.rows.map(({ id }: { id: number }) => id)).toEqual([asked]);
    expect(body.counts.overdue).toBe(1);
    const customers = (await call("GET", "/lists/customers")).body.rows;
    expect(customers[0].balances).toMatchObject([{ outstanding: 15, overdue: 10 }]);
  });

  test("are kept apart by currency, and empty where nothing is owed", async () => {
    const { company, call } = await openDashboard(service);
    await issued(company, "5", { currency: "USD", invoice_date: "2026-01-01", due_date: "2026-11-01" });
    const [naira, dollars] = (await call("GET", "/overview")).body.currencies;
    expect(naira.ageing.map(({ amount }: { amount: number }) => amount)).toEqual([0, 0, 0, 0, 0]);
    expect(dollars.ageing.map(({ amount }: { amount: number }) => amount)).toEqual([0, 5, 0, 0, 0]);
  });
});
