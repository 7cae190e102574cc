import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dateIn } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { dateAfter, datesFrom, type Rule } from "./calendar.ts";

const rule = (given: Partial<Rule>): Rule => ({
  interval: "month",
  interval_count: 1,
  start_date: "2026-01-31",
  day_of_month: null,
  ...given,
});
const dates = (of: Rule, max: number) => datesFrom(of, dateAfter(of, null)!, max);

describe("dates", () => {
  test("on the 31st: the last day of shorter months, and the 31st again in the next long one", () => {
    expect(dates(rule({}), 6)).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
      "2026-06-30",
    ]);
    expect(dates(rule({ start_date: "2028-01-30" }), 3)).toEqual(["2028-01-30", "2028-02-29", "2028-03-30"]);
  });

  test("on 29 February: the 28th in the years between leap years", () => {
    const leap = rule({ interval: "year", start_date: "2024-02-29" });
    expect(dates(leap, 5)).toEqual(["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]);
  });

  test("a day of the month that is over begins in the next month", () => {
    const first = { start_date: "2026-01-15", day_of_month: 1, interval_count: 3 };
    expect(dates(rule(first), 3)).toEqual(["2026-02-01", "2026-05-01", "2026-08-01"]);
    expect(dates(rule({ start_date: "2026-02-10", day_of_month: 31 }), 3)).toEqual([
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
    ]);
  });

  test("every two weeks and every ten days", () => {
    const weeks = rule({ interval: "week", interval_count: 2, start_date: "2026-12-24" });
    expect(dates(weeks, 3)).toEqual(["2026-12-24", "2027-01-07", "2027-01-21"]);
    const days = rule({ interval: "day", interval_count: 10, start_date: "2028-02-20" });
    expect(dates(days, 3)).toEqual(["2028-02-20", "2028-03-01", "2028-03-11"]);
  });

  test("end with a date, and with the last year that dates may have", () => {
    expect(datesFrom(rule({}), "2026-01-31", 12, "2026-03-30")).toEqual(["2026-01-31", "2026-02-28"]);
    expect(dateAfter(rule({ interval: "year", interval_count: 366 }), "9800-01-31")).toBeUndefined();
    expect(dateAfter(rule({ interval: "week", interval_count: 366 }), "9998-12-31")).toBeUndefined();
  });
});

/** Day by day, with nothing but the calendar's own idea of the next day. */
function independently(of: Rule, after: string | null, daysMax: number): string | undefined {
  const day = new Date(`${of.start_date}T12:00:00Z`);
  const text = () => day.toISOString().slice(0, 10);
  const isLast = () => new Date(day.getTime() + 86_400_000).getUTCDate() === 1;
  const wanted = of.day_of_month ?? day.getUTCDate();
  const months = of.interval === "year" ? of.interval_count * 12 : of.interval_count;
  let anchor: Date | undefined;
  for (let passed = 0; passed < daysMax; passed++, day.setUTCDate(day.getUTCDate() + 1)) {
    let isDate: boolean;
    if (of.interval === "day") isDate = passed % of.interval_count === 0;
    else if (of.interval === "week") isDate = passed % (of.interval_count * 7) === 0;
    else {
      const isDay = day.getUTCDate() === wanted || (isLast() && day.getUTCDate() < wanted);
      if (isDay) anchor ??= new Date(day);
      const since =
        anchor &&
        (day.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + day.getUTCMonth() - anchor.getUTCMonth();
      isDate = isDay && since! % months === 0;
    }
    if (isDate && (after === null || text() > after)) return text();
  }
  return undefined;
}

const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(Date.UTC(1990, 0, 1 + days)).toISOString().slice(0, 10));
const anyRule: fc.Arbitrary<Rule> = fc.record({
  interval: fc.constantFrom("day", "week", "month", "year"),
  interval_count: fc.integer({ min: 1, max: 13 }),
  start_date: day,
  day_of_month: fc.option(fc.integer({ min: 1, max: 31 })),
});

test("every date is the one that going through the calendar day by day finds", () => {
  const about = fc.tuple(anyRule, fc.option(fc.integer({ min: -400, max: 3000 })));
  fc.assert(
    fc.property(about, ([of, days]) => {
      const after =
        days === null
          ? null
          : new Date(Date.parse(of.start_date) + days * 86_400_000).toISOString().slice(0, 10);
      const byDay = of.interval === "day" || of.interval === "week" ? { ...of, day_of_month: null } : of;
      expect(dateAfter(byDay, after)).toBe(independently(byDay, after, 3100 + 13 * 366 + 31));
    }),
    { numRuns: 300 },
  );
});

const zones = [
  "Africa/Lagos",
  "America/Sao_Paulo",
  "Pacific/Apia",
  "Europe/Berlin",
  "Africa/Cairo",
  "Asia/Beirut",
];

test("a date begins at a moment that has this date where the company is, and the moment before does not", () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...zones), (date, zone) => {
      const begin = momentOf(zone, date);
      // Samoa left out the last but one day of 2011.
      fc.pre(date !== "2011-12-30");
      expect(dateIn(zone, begin)).toBe(date);
      expect(dateIn(zone, new Date(begin.getTime() - 60_000)) < date).toBe(true);
    }),
    { numRuns: 500 },
  );
});
