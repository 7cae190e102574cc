import { expect, test } from "vitest";
import { daysUntil } from "./due-date.tsx";

test("days are counted across months and years", () => {
  expect(daysUntil("2026-12-01", "2026-11-30")).toBe(1);
  expect(daysUntil("2027-01-01", "2026-12-30")).toBe(2);
  expect(daysUntil("2026-11-16", "2026-11-16")).toBe(0);
  expect(daysUntil("2026-10-31", "2026-11-16")).toBe(-16);
});
