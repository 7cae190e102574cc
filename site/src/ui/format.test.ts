import { describe, expect, test } from "vitest";
import { placeOf, showDate, showMoment, showMoney, showNumber, showShortMoney } from "./format.ts";

const lagos = placeOf("NG", "Africa/Lagos");

describe("a place", () => {
  test("is the company's country and time zone", () => {
    expect(lagos).toEqual({ locale: "en-NG", timeZone: "Africa/Lagos" });
  });

  test("that a browser does not know does not take the page down", () => {
    expect(placeOf("nowhere", "Mars/Olympus")).toEqual({ locale: "en-GB", timeZone: "UTC" });
    expect(placeOf(null, undefined)).toEqual({ locale: "en-GB", timeZone: "UTC" });
  });
});

describe("money", () => {
  test("has the digits of its currency by ISO 4217", () => {
    expect(showMoney("1500.5", "NGN", lagos)).toBe("₦1,500.50");
    expect(showMoney("1500", "JPY", lagos)).toBe("¥1,500");
    expect(showMoney("1.5", "KWD", lagos)).toMatch(/1\.500$/);
  });

  test("loses no digit that a number of JavaScript would lose", () => {
    expect(showMoney("9007199254740993.01", "USD", lagos)).toContain("9,007,199,254,740,993.01");
  });

  test("is short where there is no room", () => {
    expect(showShortMoney(1_540_000, "NGN", lagos)).toBe("₦1.5M");
  });
});

describe("dates", () => {
  test("stay on their day wherever the reader is", () => {
    expect(showDate("2026-11-15", lagos)).toBe("15 Nov 2026");
  });

  test("moments are told in the company's time", () => {
    const evening = "2026-11-15T23:30:00.000Z";
    expect(showMoment(evening, lagos)).toContain("16 Nov 2026");
    expect(showMoment(evening, placeOf("GB", "UTC"))).toContain("15 Nov 2026");
  });
});

test("numbers keep their decimals, without any that nobody wrote", () => {
  expect([showNumber("1200", lagos), showNumber("7.5", lagos)]).toEqual(["1,200", "7.5"]);
});
