import { describe, expect, test } from "vitest";
import { periodFault, periodIn } from "./period.ts";

const today = "2026-03-05";

describe("the period in the address", () => {
  test.each([
    ["month", "2026-03-01", "2026-03-05"],
    ["last_month", "2026-02-01", "2026-02-28"],
    ["30", "2026-02-04", "2026-03-05"],
    ["90", "2025-12-06", "2026-03-05"],
    ["365", "2025-03-06", "2026-03-05"],
  ])("%s is a preset", (range, from, to) => {
    expect(periodIn({ range }, today)).toEqual({ choice: range, from, to });
  });

  test("can be two days", () => {
    const range = { range: "custom", from: "2026-01-10", to: "2026-01-20" };
    expect(periodIn(range, today)).toEqual({ choice: "custom", from: "2026-01-10", to: "2026-01-20" });
  });

  test.each([
    {},
    { range: "7" },
    { range: "custom" },
    { range: "custom", from: "2026-01-20", to: "2026-01-10" },
    { range: "custom", from: "2020-01-01", to: "2026-01-10" },
    { range: "custom", from: "yesterday", to: "2026-02-30" },
  ])("%j is none, so the standard one is shown", (search) => {
    expect(periodIn(search, today)).toEqual({ choice: "90", from: "2025-12-06", to: "2026-03-05" });
  });
});

test("a custom period is at most as long as the service answers", () => {
  expect(periodFault("2024-01-01", "2024-12-31")).toBeUndefined();
  expect(periodFault("2024-01-01", "2025-01-01")).toBe("length");
  expect(periodFault("2026-01-02", "2026-01-01")).toBe("order");
  expect(periodFault("", "2026-01-01")).toBe("missing");
});
