import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { madeAtNoon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  company = await service.company();
});
afterAll(() => service.close());

const set = (body: object) => company.call("POST /exchange_rates", { body });
const dollar = { currency: "USD", date: "2026-11-15", rate: "1534.25" };
const listed = async (query = "") =>
  (await company.call(`GET /exchange_rates${query}`)).body.exchange_rates as Record<string, unknown>[];

describe("POST /exchange_rates", () => {
  test("answers the whole rate, of today unless it says otherwise", async () => {
    const { status, body } = await set({ currency: "USD", rate: "1534.2500" });
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        exchange_rate: { ...madeAtNoon, ...dollar, rate: 1534.25, accounting_currency: "NGN" },
      },
    ]);
    expect((await company.call(`GET /exchange_rates/${body.exchange_rate.id}`)).body).toEqual(body);
  });

  test("replaces the rate of the same day, and of no other", async () => {
    const { id } = (await set(dollar)).body.exchange_rate;
    await set({ ...dollar, date: "2026-11-14", rate: 1500 });
    expect((await set({ ...dollar, rate: 1600 })).body.exchange_rate).toMatchObject({ id, rate: 1600 });
    expect((await listed()).map(({ date, rate }) => [date, rate])).toEqual([
      ["2026-11-14", 1500],
      ["2026-11-15", 1600],
    ]);
  });

  test("keeps ten decimals", async () => {
    const { body } = await set({ ...dollar, rate: "0.0000000001" });
    expect(body.exchange_rate.rate).toBe(1e-10);
  });

  test.each<[object, string, string]>([
    [{ currency: "NGN" }, "currency", "is the company's own currency, so its rate is always 1"],
    [{ currency: "usd" }, "currency", "must be an ISO 4217 currency code in upper case, such as NGN"],
    [{ rate: 0 }, "rate", "must be more than 0"],
    [{ rate: "1.23456789012" }, "rate", "must have at most 10 decimals"],
    [{ rate: undefined }, "rate", "is required"],
    [{ date: "2026-02-30" }, "date", "must be a valid date in the form YYYY-MM-DD, 1900 or later"],
  ])("refuses %o", async (fields, field, message) => {
    const { status, body } = await set({ ...dollar, ...fields });
    expect([status, body.errors]).toEqual([422, [{ field, message }]]);
    expect(await listed()).toEqual([]);
  });

  test("is audited", async () => {
    const { id } = (await set(dollar)).body.exchange_rate;
    await company.call(`DELETE /exchange_rates/${id}`);
    const entries = await service.context.db.query<{ action: string; details: object }>(
      "select action, details from audit_entries where company_id = $1 and subject = $2 order by id",
      [company.id, `exchange_rate/${id}`],
    );
    const details = { currency: "USD", accounting_currency: "NGN", date: "2026-11-15" };
    expect(entries).toEqual([
      { action: "exchange_rate.set", details: { ...details, rate: "1534.25" } },
      { action: "exchange_rate.deleted", details: { ...details, rate: 1534.25 } },
    ]);
  });
});

describe("GET /exchange_rates", () => {
  test("filters by currency and by days, both included", async () => {
    for (const date of ["2026-11-12", "2026-11-13", "2026-11-14"]) await set({ ...dollar, date });
    await set({ currency: "EUR", date: "2026-11-13", rate: 1800 });
    const days = async (query: string) =>
      (await listed(query)).map(({ currency, date }) => `${currency} ${date}`);
    expect(await days("?currency=EUR")).toEqual(["EUR 2026-11-13"]);
    expect(await days("?date_from=2026-11-13")).toEqual([
      "EUR 2026-11-13",
      "USD 2026-11-14",
      "USD 2026-11-13",
    ]);
    expect(await days("?currency=USD&date_from=2026-11-13&date_to=2026-11-13")).toEqual(["USD 2026-11-13"]);
    expect(await days("?date_to=2026-11-12")).toEqual(["USD 2026-11-12"]);
  });
});

describe("DELETE /exchange_rates/{id}", () => {
  test("removes the rate", async () => {
    const { id } = (await set(dollar)).body.exchange_rate;
    expect((await company.call(`DELETE /exchange_rates/${id}`)).body).toEqual({ success: true });
    expect((await company.call(`GET /exchange_rates/${id}`)).status).toBe(404);
    expect((await company.call(`DELETE /exchange_rates/${id}`)).status).toBe(404);
  });
});

test("another company sees and deletes none of them", async () => {
  const { id } = (await set(dollar)).body.exchange_rate;
  const other = await service.company();
  expect((await other.call("GET /exchange_rates")).body.exchange_rates).toEqual([]);
  for (const method of ["GET", "DELETE"])
    expect((await other.call(`${method} /exchange_rates/${id}`)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
});

test("the database refuses a rate of zero, and a second one of a day", async () => {
  const insert = (rate: number) =>
    service.context.db.query(
      `insert into exchange_rates (company_id, accounting_currency, currency, date, rate, created_at, updated_at)
       values ($1, 'NGN', 'USD', '2026-11-15', $2, now(), now())`,
      [company.id, rate],
    );
  await expect(insert(0)).rejects.toMatchObject({ constraint: "exchange_rates_rate_is_positive" });
  await insert(1);
  await expect(insert(2)).rejects.toMatchObject({ constraint: "exchange_rates_once_a_day" });
});
