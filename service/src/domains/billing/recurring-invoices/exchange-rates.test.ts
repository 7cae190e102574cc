import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { invoicesOf, recurringOf, runOne, scheduleOf } from "./recurring.fixture.ts";

// A schedule keeps prices, not rates: each of its invoices has the rate of its own date.
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  service.clock.set(noon);
  company = await service.company();
});
afterAll(() => service.close());

const setRate = async (date: string, rate: number) => {
  const reply = await company.call("POST /exchange_rates", { body: { currency: "USD", date, rate } });
  expect(reply.status).toBe(201);
};

const runAt = async (moment: string, schedule: { id: number; action?: "draft" | "issue" }) => {
  service.clock.set(new Date(moment));
  await runOne(service.context, company, schedule);
};

const ratesOf = async (id: number) =>
  (await invoicesOf(company, id)).map((invoice) => [
    invoice.invoice_date,
    invoice.exchange_rate,
    invoice.total_accounting,
  ]);

describe("an invoice of a schedule in a foreign currency", () => {
  test("is issued at the newest rate on or before its date, whatever was known when the schedule began", async () => {
    await setRate("2026-11-10", 1500);
    const { id, action } = await scheduleOf(company, { currency: "USD", action: "issue" });
    await runAt("2026-11-15T12:00:00Z", { id, action });
    await setRate("2026-12-15", 1600);
    await setRate("2026-12-16", 9999);
    await runAt("2026-12-15T12:00:00Z", { id, action });
    await runAt("2027-01-15T12:00:00Z", { id, action });
    expect(await ratesOf(id)).toEqual([
      ["2026-11-15", 1500, 161250],
      ["2026-12-15", 1600, 172000],
      ["2027-01-15", 9999, 1074892.5],
    ]);
  });

  test("that is caught up has the rate of its date, not of the day on which it is made", async () => {
    const { id, action } = await scheduleOf(company, { currency: "USD", action: "issue" });
    await setRate("2026-11-15", 1500);
    await setRate("2026-12-14", 1550);
    await setRate("2027-01-10", 1650);
    await setRate("2027-01-20", 1700);
    await runAt("2027-01-20T12:00:00Z", { id, action });
    expect((await ratesOf(id)).map(([date, rate]) => [date, rate])).toEqual([
      ["2026-11-15", 1500],
      ["2026-12-15", 1550],
      ["2027-01-15", 1650],
    ]);
  });

  test("that is left as a draft has its rate once it is issued", async () => {
    const { id } = await scheduleOf(company, { currency: "USD" });
    await runAt("2026-11-15T12:00:00Z", { id });
    expect(await ratesOf(id)).toEqual([["2026-11-15", null, null]]);
    await setRate("2026-11-15", 1500);
    const [draft] = await invoicesOf(company, id);
    const { invoice } = (await company.call(`POST /invoices/${draft.id}/issue`)).body;
    expect(invoice).toMatchObject({
      exchange_rate: 1500,
      tax_total_accounting: 11250,
      total_accounting: 161250,
    });
  });

  test("without a rate is issued all the same, and says nothing of the accounting currency", async () => {
    const { id, action } = await scheduleOf(company, { currency: "USD", action: "issue" });
    await runAt("2026-11-15T12:00:00Z", { id, action });
    expect(await ratesOf(id)).toEqual([["2026-11-15", null, null]]);
    expect(await recurringOf(company, id)).toMatchObject({ periods_done: 1, last_error: null });
  });
});
