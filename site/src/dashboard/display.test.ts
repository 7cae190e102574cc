import { expect, test } from "vitest";
import { formatAge, formatDateRange, formatPrice, formatShortDate } from "./display.ts";

const lagos = { locale: "en-NG" };

test("a price shows all of its digits, and at least those of its currency", () => {
  expect(formatPrice(0.125, "NGN", lagos)).toBe("₦0.125");
  expect(formatPrice("3", "NGN", lagos)).toBe("₦3.00");
  expect(formatPrice(3, "JPY", lagos)).toBe("¥3");
});

test("a date does not depend on the time zone of the reader", () => {
  expect(formatShortDate("2026-11-15", { locale: "en-GB" })).toBe("15 Nov");
});

test("a range of one day is that day", () => {
  expect(formatDateRange("2026-11-15", "2026-11-15", { locale: "en-GB" })).toBe("15 Nov 2026");
  expect(formatDateRange("2026-11-09", "2026-11-15", { locale: "en-GB" })).toBe("9 Nov 2026 – 15 Nov 2026");
});

test("an age has a fitting unit", () => {
  expect([4, 300, 7200, 400_000].map(formatAge)).toEqual(["4 s", "5 min", "2 h", "5 d"]);
});
