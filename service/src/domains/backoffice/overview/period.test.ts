import { expect, test } from "vitest";
import { daysBefore } from "./period.ts";

test.each([
  ["thirty days", "2026-10-18", "2026-11-16", "2026-09-18", "2026-10-17"],
  ["a single day", "2026-03-02", "2026-03-02", "2026-03-01", "2026-03-01"],
  ["the first day of a month", "2026-03-01", "2026-03-01", "2026-02-01", "2026-02-01"],
  ["this month so far", "2026-11-01", "2026-11-16", "2026-10-01", "2026-10-16"],
  [
    "a month so far that is longer than the one before",
    "2026-03-01",
    "2026-03-30",
    "2026-02-01",
    "2026-02-28",
  ],
  ["a whole month", "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
  ["February", "2024-02-01", "2024-02-29", "2024-01-01", "2024-01-31"],
  ["a quarter", "2026-07-01", "2026-09-30", "2026-04-01", "2026-06-30"],
  ["this year so far", "2026-01-01", "2026-11-16", "2025-01-01", "2025-11-16"],
  ["a whole year", "2024-01-01", "2024-12-31", "2023-01-01", "2023-12-31"],
])("%s is compared with the like before it", (_, from, to, previousFrom, previousTo) => {
  expect(daysBefore({ from, to })).toEqual({ from: previousFrom, to: previousTo });
});

test("the period before ends before the period begins", () => {
  for (const to of ["2026-01-31", "2026-02-28", "2026-12-31", "2026-06-15"]) {
    for (const from of ["2026-01-01", "2026-01-02", "2025-12-31"]) {
      const before = daysBefore({ from, to });
      expect(before.to < from && before.from <= before.to, `${from} to ${to}`).toBe(true);
    }
  }
});
