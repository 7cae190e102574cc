import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompanyOptions, startService, type TestService } from "../../../../test/harness.ts";
import { issued, must, openDashboard, pay } from "./overview.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const dashboard = (options?: CompanyOptions) => openDashboard(service, options);

// biome-ignore lint/suspicious/noExplicitAny: an answer
const day = (entry: { series: any[] }, date: string) => entry.series.find((point) => point.date === date);

describe("amounts", () => {
  test("are exact to the last digit, by currency, the company's own first, days without anything filled with zeros", async () => {
    const { company, call } = await dashboard();
    const first = await issued(company, "0.10", { invoice_date: "2026-11-10" });
    const second = await issued(company, "0.20", { invoice_date: "2026-11-10" });
    await issued(company, "99999999.99", { invoice_date: "2026-11-14" });
    const dinars = await issued(company, "1.005", { currency: "KWD", invoice_date: "2026-11-12" });
    const yen = await issued(company, "500", { currency: "JPY", invoice_date: "2026-11-13" });
    await pay(company, first, "0.10", "2026-11-11T10:00:00Z");
    await pay(company, second, "0.10", "2026-11-11T11:00:00Z");
    await pay(company, dinars, "1.005", "2026-11-13T10:00:00Z");
    await pay(company, yen, "200", "2026-11-13T10:00:00Z");

    const { status, body } = await call("GET", "/overview?from=2026-11-09&to=2026-11-15");
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, from: "2026-11-09", to: "2026-11-15" });
    const [naira, yens, kuwait, ...others] = body.currencies;
    expect(others).toEqual([]);
    expect(naira).toMatchObject({
      currency: "NGN",
      digits: 2,
      money_in: 0.2,
      refunded: 0,
      invoiced: 100000000.29,
      outstanding: 100000000.09,
      overdue: 0,
      drafts: 0,
      drafts_capped: false,
      invoices_open: 2,
      invoices_overdue: 0,
    });
    expect(naira.series).toHaveLength(7);
    expect(day(naira, "2026-11-09")).toEqual({ date: "2026-11-09", money_in: 0, invoiced: 0 });
    expect(day(naira, "2026-11-10")).toEqual({ date: "2026-11-10", money_in: 0, invoiced: 0.3 });
    expect(day(naira, "2026-11-11")).toEqual({ date: "2026-11-11", money_in: 0.2, invoiced: 0 });
    expect(yens).toMatchObject({
      currency: "JPY",
      digits: 0,
      money_in: 200,
      outstanding: 300,
      invoices_open: 1,
    });
    expect(kuwait).toMatchObject({
      currency: "KWD",
      digits: 3,
      money_in: 1.005,
      outstanding: 0,
      invoices_open: 0,
    });
  });

  test("a sum with more digits than a double holds is written in full", async () => {
    const { company, call } = await dashboard();
    await issued(company, "9999999999999.99");
    for (let count = 0; count < 11; count++) await issued(company, "9999999999999.99");
    const { text } = await call("GET", "/overview");
    expect(text).toContain('"outstanding":119999999999999.88,');
  });

  test("outstanding and overdue are what is owed now, credit notes and part payments taken off; void and written off owe nothing", async () => {
    const { company, call } = await dashboard();
    const late = { invoice_date: "2026-06-01", due_date: "2026-06-30" };
    const credited = await issued(company, "100", late);
    await must(company, `POST /invoices/${credited}/credit_notes`, {
      lines: [{ description: "Back", quantity: 1, unit_price: 30 }],
    });
    await pay(company, credited, "20", "2026-11-15T10:00:00Z");
    const voided = await issued(company, "7", late);
    await must(company, `POST /invoices/${voided}/void`);
    const lost = await issued(company, "8", late);
    await must(company, `POST /invoices/${lost}/write_off`);
    await issued(company, "5", { due_date: "2026-11-15", invoice_date: "2026-11-15" });
    await company.draft();
    const { body } = await call("GET", "/overview?from=2026-06-01&to=2026-11-15");
    expect(body.currencies[0]).toMatchObject({
      outstanding: 55,
      overdue: 50,
      drafts: 1,
      drafts_capped: false,
      invoices_open: 2,
      invoices_overdue: 1,
      invoiced: 113,
    });
    expect(body.registrations).toMatchObject({
      none: 3,
      registered: 0,
      pending: 0,
      rejected: 0,
      cancelled: 0,
    });
  });

  test("refunds are shown beside the money received, not deducted from it", async () => {
    const { company, call } = await dashboard();
    const { payment } = await pay(company, await issued(company, "10"), "10", "2026-11-14T10:00:00Z");
    await must(company, `POST /payments/${payment.id}/refund`, { amount: "2.5" });
    const { body } = await call("GET", "/overview");
    expect(body.currencies[0]).toMatchObject({ money_in: 10, refunded: 2.5 });
  });
});

describe("days", () => {
  test.each([
    // 23:30 UTC is the next day in Lagos and Kiritimati, and the same in New York.
    ["Africa/Lagos", "2026-11-14"],
    ["Pacific/Kiritimati", "2026-11-14"],
    ["America/New_York", "2026-11-13"],
  ])("are those of %s", async (time_zone, expected) => {
    const { company, call } = await dashboard({ profile: { time_zone } });
    const invoice = await issued(company, "10", { invoice_date: "2026-11-01", due_date: "2026-12-01" });
    await pay(company, invoice, "10", "2026-11-13T23:30:00Z");
    const { body } = await call("GET", `/overview?from=${expected}&to=${expected}`);
    expect(body.currencies[0]).toMatchObject({
      money_in: 10,
      series: [{ date: expected, money_in: 10, invoiced: 0 }],
    });
  });

  test("90 of them unless others are asked for, the last of them today where the company is", async () => {
    const { call } = await dashboard({ profile: { time_zone: "Pacific/Kiritimati" } });
    const { body } = await call("GET", "/overview");
    expect(body).toMatchObject({ from: "2026-08-19", to: "2026-11-16" });
    expect(body.currencies[0].series).toHaveLength(90);
    expect(body.registrations.series).toHaveLength(90);
  });

  test("a summer day of 23 hours is one day", async () => {
    const { company, call } = await dashboard({ profile: { time_zone: "America/New_York" } });
    const invoice = await issued(company, "10", { invoice_date: "2026-03-01", due_date: "2026-12-01" });
    await pay(company, invoice, "4", "2026-03-08T05:00:00Z");
    await pay(company, invoice, "3", "2026-03-09T03:59:59Z");
    const { body } = await call("GET", "/overview?from=2026-03-08&to=2026-03-08");
    expect(body.currencies[0].series).toEqual([{ date: "2026-03-08", money_in: 7, invoiced: 0 }]);
  });

  test.each([
    ["from=2026-11-02&to=2026-11-01", "from"],
    ["from=2025-11-14&to=2026-11-15", "from"],
    ["from=2026-02-30", "from"],
    ["to=yesterday", "to"],
  ])("%s is refused, by name", async (query, field) => {
    const { call } = await dashboard();
    const { status, body } = await call("GET", `/overview?${query}`);
    expect(status).toBe(422);
    expect(body.errors[0].field).toBe(field);
  });

  test("a whole leap year can be asked for", async () => {
    const { call } = await dashboard();
    const { body } = await call("GET", "/overview?from=2024-01-01&to=2024-12-31");
    expect(body.currencies[0].series).toHaveLength(366);
  });
});

test("another company's money is never counted", async () => {
  const { call } = await dashboard();
  const other = await service.company();
  await pay(other, await issued(other, "10"), "5", "2026-11-15T10:00:00Z");
  await other.draft({ currency: "USD" });
  const { body } = await call("GET", "/overview");
  expect(body.currencies).toHaveLength(1);
  expect(body.currencies[0]).toMatchObject({
    money_in: 0,
    invoiced: 0,
    outstanding: 0,
    drafts: 0,
    drafts_capped: false,
    invoices_open: 0,
  });
});

test("registrations are counted by the day of their invoice", async () => {
  const { company, call } = await dashboard({ profile: { tax_id: "12345678-0001" } });
  const id = await issued(company, "10", { invoice_date: "2026-11-14" });
  await issued(company, "10", { invoice_date: "2026-11-14" });
  await service.context.db.query(
    "update invoices set fiscal_status = 'registered', irn = 'X' where company_id = $1 and id = $2",
    [company.id, id],
  );
  const { body } = await call("GET", "/overview?from=2026-11-13&to=2026-11-14");
  expect(body.registrations).toEqual({
    registered: 1,
    pending: 0,
    rejected: 0,
    cancelled: 0,
    none: 1,
    series: [
      { date: "2026-11-13", registered: 0 },
      { date: "2026-11-14", registered: 1 },
    ],
  });
});

test("no key can ask for it, whatever its scopes", async () => {
  const { company } = await dashboard();
  expect((await company.call("GET /overview")).status).toBe(404);
});

test("of more than 1,000 drafts the newest are counted, and the response says so", async () => {
  const { company, call } = await openDashboard(service);
  const customerId = await company.customer();
  await service.context.db.query(
    `insert into invoices (company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total, total,
       taxes, source, portal_secret, metadata, created_at, updated_at)
     select $1, 'draft', $2, '2026-11-01', '2026-12-01', 'NGN', 1, 0, 1, '[]', 'api', 's', '{}', now(), now()
     from generate_series(1, 1001)`,
    [company.id, customerId],
  );
  expect((await call("GET", "/overview")).body.currencies[0]).toMatchObject({
    drafts: 1000,
    drafts_capped: true,
  });
});
