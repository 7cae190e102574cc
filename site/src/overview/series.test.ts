import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../service/src/platform/values/clock.ts";
import { gather, ticksFor, unitFor } from "./series.ts";
import { sum } from "./sums.ts";

const daysFrom = (first: string, values: number[]) =>
  values.map((value, index) => ({ date: addDays(first, index), values: [value] }));

describe("bars", () => {
  test("add up to the same totals in every unit", () => {
    const cents = fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 400 });
    const holds = fc.property(cents, fc.constantFrom("day", "week", "month"), (values, unit) => {
      const days = daysFrom(
        "2025-12-03",
        values.map((value) => value / 100),
      );
      const exact = values.reduce((total, value) => total + BigInt(value), 0n);
      const reported = sum(gather(days, unit as "day").map((bar) => bar.values[0]!));
      return BigInt(Math.round(Number(reported) * 100)) === exact || reported.replace(/\D/g, "").length > 15;
    });
    fc.assert(holds, { numRuns: 300 });
  });

  test("by week end with a whole week", () => {
    const bars = gather(daysFrom("2026-01-01", Array(10).fill(1)), "week");
    expect(bars.map(({ from, to, values }) => [from, to, values[0]])).toEqual([
      ["2026-01-01", "2026-01-03", "3"],
      ["2026-01-04", "2026-01-10", "7"],
    ]);
  });

  test("by month follow the calendar", () => {
    const bars = gather(daysFrom("2026-01-30", [1, 2, 3, 4]), "month");
    expect(bars.map(({ from, to, values }) => [from, to, values[0]])).toEqual([
      ["2026-01-30", "2026-01-31", "3"],
      ["2026-02-01", "2026-02-02", "7"],
    ]);
  });

  test("are few enough for a phone", () => {
    const counts = [1, 30, 31, 32, 90, 183, 184, 366].map((days) => {
      return gather(daysFrom("2025-03-01", Array(days).fill(1)), unitFor(days)).length;
    });
    expect(Math.max(...counts)).toBeLessThanOrEqual(31);
  });
});

test("grid lines are few round numbers that reach above the highest bar", () => {
  expect(ticksFor(100)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksFor(7)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksFor(0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e13, noNaN: true }), (highest) => {
      const ticks = ticksFor(highest);
      return ticks.at(-1)! >= highest * 0.999 && ticks.length <= 6 && ticks.length >= 2;
    }),
  );
});
