import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { setProfile } from "../../tenancy/companies/service.ts";
import { invoicesOf, recurringOf, runOne, scheduleOf } from "./recurring.fixture.ts";

// What the clocks of a country do must neither double nor lose a period, nor move it to another day.
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function companyIn(time_zone: string): Promise<TestCompany> {
  const company = await service.company();
  await inTransaction(service.context.db, (tx) =>
    setProfile({ tx, now: service.clock.now() }, company.id, { time_zone }),
  );
  return company;
}

const previewOf = async (company: TestCompany, id: number): Promise<string[]> =>
  (await company.call(`GET /recurring_invoices/${id}/preview`)).body.invoices.map(
    ({ invoice_date }: { invoice_date: string }) => invoice_date,
  );

type Made = { date: string; at: string };

/** A pass every so many minutes: each invoice, and the pass that made it. */
async function passes(company: TestCompany, id: number, from: string, until: string, minutes: number) {
  const made: Made[] = [];
  let known = 0;
  for (let at = Date.parse(from); at <= Date.parse(until); at += minutes * 60_000) {
    service.clock.set(new Date(at));
    await runOne(service.context, company, { id });
    const { periods_done } = await recurringOf(company, id);
    if (periods_done === known) continue;
    const dates = (await invoicesOf(company, id)).map(({ invoice_date }) => invoice_date as string);
    made.push(...dates.slice(known).map((date) => ({ date, at: new Date(at).toISOString() })));
    known = periods_done;
  }
  return made;
}

describe("a daily schedule has one invoice for each day, from the day's first moment on", () => {
  // For each, from before the change: the days, and the moments in which they begin.
  test.each<[string, string, string[]]>([
    ["America/New_York", "2026-03-07", ["03-07T05:00", "03-08T05:00", "03-09T04:00", "03-10T04:00"]],
    ["America/New_York", "2026-10-31", ["10-31T04:00", "11-01T04:00", "11-02T05:00", "11-03T05:00"]],
    ["Europe/Berlin", "2026-03-28", ["03-27T23:00", "03-28T23:00", "03-29T22:00", "03-30T22:00"]],
    ["Europe/Berlin", "2026-10-24", ["10-23T22:00", "10-24T22:00", "10-25T23:00", "10-26T23:00"]],
    // For the month of Ramadan the clocks are set back, and then forward again.
    ["Africa/Casablanca", "2026-02-14", ["02-13T23:00", "02-14T23:00", "02-16T00:00", "02-17T00:00"]],
    ["Africa/Casablanca", "2026-03-21", ["03-21T00:00", "03-22T00:00", "03-22T23:00", "03-23T23:00"]],
    // Clocks are set forward at midnight, so that the day begins at one.
    ["Africa/Cairo", "2026-04-23", ["04-22T22:00", "04-23T22:00", "04-24T21:00", "04-25T21:00"]],
    ["America/Santiago", "2026-09-05", ["09-05T04:00", "09-06T04:00", "09-07T03:00", "09-08T03:00"]],
    // Clocks were set back to midnight: the day began at the first of two.
    ["Asia/Amman", "2021-10-28", ["10-27T21:00", "10-28T21:00", "10-29T22:00", "10-30T22:00"]],
    // The 30th did not exist: Samoa went from the 29th to the 31st. Its invoice is not left out.
    ["Pacific/Apia", "2011-12-29", ["12-29T10:00", "12-30T10:00", "12-30T10:00", "12-31T10:00"]],
  ])("in %s from %s", async (zone, start_date, begins) => {
    const year = start_date.slice(0, 4);
    const moments = begins.map((begin) => `${year}-${begin}:00.000Z`);
    service.clock.set(new Date(Date.parse(moments[0]!) - 7_200_000));
    const company = await companyIn(zone);
    const { id } = await scheduleOf(company, { interval: "day", start_date, count: moments.length });
    const preview = await previewOf(company, id);
    const until = new Date(Date.parse(moments.at(-1)!) + 7_200_000).toISOString();
    const made = await passes(company, id, service.clock.now().toISOString(), until, 30);
    expect(made).toEqual(preview.map((date, index) => ({ date, at: moments[index] })));
    expect(preview).toHaveLength(moments.length);
  });
});

test.each(["America/New_York", "Europe/Berlin", "Africa/Casablanca", "Africa/Cairo", "Pacific/Auckland"])(
  "a year of the 31st of each month in %s is what the preview says, also where all is caught up at once",
  async (zone) => {
    service.clock.set(new Date("2026-01-15T12:00:00Z"));
    const company = await companyIn(zone);
    const fields = { interval: "month", start_date: "2026-01-31", day_of_month: 31 };
    const [regular, late] = [await scheduleOf(company, fields), await scheduleOf(company, fields)];
    const preview = await previewOf(company, regular.id);
    expect(preview[1]).toBe("2026-02-28");
    const made = await passes(company, regular.id, "2026-01-15T12:00:00Z", "2026-12-31T12:00:00Z", 12 * 60);
    await runOne(service.context, company, late);
    expect(made.map(({ date }) => date)).toEqual(preview);
    const dates = (await invoicesOf(company, late.id)).map(({ invoice_date }) => invoice_date);
    expect(dates).toEqual(preview);
    expect(await previewOf(company, late.id)).toEqual(await previewOf(company, regular.id));
  },
);
