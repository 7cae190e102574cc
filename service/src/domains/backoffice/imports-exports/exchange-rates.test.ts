import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { listed, openDashboard } from "./imports.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const path = "/imports/exchange_rates";
const dollar = { currency: "USD", date: "2026-11-13", rate: 1500 };

test("rows become rates; a day that has one gets the row's, and a row that says the same changes nothing", async () => {
  const here = await openDashboard(service);
  for (const body of [dollar, { ...dollar, date: "2026-11-14" }])
    await here.company.call("POST /exchange_rates", { body });
  const csv = "Currency;Date;Rate\nUSD;2026-11-13;1500.0\nUSD;2026-11-14;1534.25\nEUR;2026-11-14;1800\n";
  const preview = (await here.call("POST", `${path}/preview`, { csv })).body;
  expect(preview).toMatchObject({ rows: 3, create: 1, update: 1, unchanged: 1, errors: [] });
  expect((await here.call("POST", path, { csv })).body).toMatchObject({
    created: 1,
    updated: 1,
    unchanged: 1,
    errors: [],
  });
  const rates = await listed(here, "exchange_rates");
  expect(rates.map(({ currency, date, rate }: typeof dollar) => [currency, date, rate])).toEqual([
    ["USD", "2026-11-13", 1500],
    ["USD", "2026-11-14", 1534.25],
    ["EUR", "2026-11-14", 1800],
  ]);
});

test("what POST would refuse is refused by row, and the others are stored", async () => {
  const here = await openDashboard(service);
  const csv = `currency,date,rate,accounting_currency
USD,2026-11-13,0,
NGN,2026-11-13,2,
USD,2026-02-30,2,
EUR,2026-11-13,2,USD
USD,2026-11-14,,
GBP,2026-11-14,2000,NGN
GBP,2026-11-14,2001,
`;
  const { body } = await here.call("POST", path, { csv });
  expect(body).toMatchObject({ created: 1, updated: 0 });
  expect(body.errors).toEqual([
    { row: 2, field: "rate", message: "must be more than 0" },
    { row: 3, field: "currency", message: "is the company's own currency, so its rate is always 1" },
    { row: 4, field: "date", message: "must be a valid date in the form YYYY-MM-DD, 1900 or later" },
    { row: 5, field: "accounting_currency", message: "must be NGN, the company's currency" },
    { row: 6, field: "rate", message: "must not be empty" },
    { row: 8, field: "date", message: "is already used in row 7" },
  ]);
});

test("a file without currency or date is refused", async () => {
  const here = await openDashboard(service);
  const { status, body } = await here.call("POST", path, { csv: "currency,rate\nUSD,1500\n" });
  expect([status, body.errors[0].field]).toEqual([422, "csv"]);
  expect(body.errors[0].message).toContain("currency, date, rate");
});

test("an export can be imported again, however small a rate is", async () => {
  const here = await openDashboard(service);
  await here.company.call("POST /exchange_rates", { body: { ...dollar, rate: "0.0000000001" } });
  const { text } = await here.call("GET", "/exports/exchange_rates.csv?currency=USD");
  expect(text).toContain("USD,2026-11-13,0.0000000001,NGN,");
  expect((await here.call("POST", path, { csv: text })).body).toMatchObject({ unchanged: 1, errors: [] });
});

test("a viewer imports nothing", async () => {
  const here = await openDashboard(service, "viewer");
  const csv = "currency,date,rate\nUSD,2026-11-13,1500\n";
  expect((await here.call("POST", path, { csv })).status).toBe(403);
});
