import { describe, expect, test } from "vitest";
import {
  formatAge,
  formatCompactMoney,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPrice,
  formatShortDate,
  regionOf,
} from "./format.ts";

const lagos = regionOf("NG", "Africa/Lagos");

describe("a region", () => {
  test("is the company's country and time zone", () => {
    expect(lagos).toEqual({ locale: "en-NG", timeZone: "Africa/Lagos" });
  });

  test("falls back to a default if the browser does not know it", () => {
    expect(regionOf("nowhere", "Mars/Olympus")).toEqual({ locale: "en-GB", timeZone: "UTC" });
    expect(regionOf(null, undefined)).toEqual({ locale: "en-GB", timeZone: "UTC" });
  });
});

describe("money", () => {
  test("has the digits of its currency by ISO 4217", () => {
    expect(formatMoney("1500.5", "NGN", lagos)).toBe("₦1,500.50");
    expect(formatMoney("1500", "JPY", lagos)).toBe("¥1,500");
    expect(formatMoney("1.5", "KWD", lagos)).toMatch(/1\.500$/);
  });

  test("keeps digits that a JavaScript number would lose", () => {
    expect(formatMoney("9007199254740993.01", "USD", lagos)).toContain("9,007,199,254,740,993.01");
  });

  test("has a compact format", () => {
    expect(formatCompactMoney(1_540_000, "NGN", lagos)).toBe("₦1.5M");
  });
});

describe("dates", () => {
  test("do not depend on the time zone of the reader", () => {
    expect(formatDate("2026-11-15", lagos)).toBe("15 Nov 2026");
  });

  test("timestamps are shown in the time zone of the company", () => {
    const evening = "2026-11-15T23:30:00.000Z";
    expect(formatDateTime(evening, lagos)).toContain("16 Nov 2026");
    expect(formatDateTime(evening, regionOf("GB", "UTC"))).toContain("15 Nov 2026");
  });
});

test("numbers keep their decimals without padding", () => {
  expect([formatNumber("1200", lagos), formatNumber("7.5", lagos)]).toEqual(["1,200", "7.5"]);
});

const nigeria = { locale: "en-NG" };

test("a price shows all of its digits, and at least those of its currency", () => {
  expect(formatPrice(0.125, "NGN", nigeria)).toBe("₦0.125");
  expect(formatPrice("3", "NGN", nigeria)).toBe("₦3.00");
  expect(formatPrice(3, "JPY", nigeria)).toBe("¥3");
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
