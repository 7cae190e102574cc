import { expect, test } from "vitest";
import { showAge, showDay, showMoment, showMoney, showPrice } from "./display.ts";

const lagos = { country: "NG", timeZone: "Africa/Lagos" };
const tokyo = { country: "JP", timeZone: "Asia/Tokyo" };

test("money has the digits that ISO 4217 gives its currency, wherever the company is", () => {
  expect(showMoney(lagos, 1500.5, "NGN")).toBe("₦1,500.50");
  expect(showMoney(lagos, "1500", "JPY")).toBe("¥1,500");
  expect(showMoney(tokyo, 1.5, "KWD")).toMatch(/^KWD\s1\.500$/);
  expect(showMoney(lagos, 12, "HUF")).toMatch(/^Ft\s?12\.00$/);
});

test("no digit of the largest amount is lost", () => {
  expect(showMoney(lagos, "9999999999999.99", "NGN")).toBe("₦9,999,999,999,999.99");
});

test("a price shows all of its digits, and at least those of its currency", () => {
  expect(showPrice(lagos, 0.125, "NGN")).toBe("₦0.125");
  expect(showPrice(lagos, 3, "NGN")).toBe("₦3.00");
});

test("a date stays the same date in every time zone", () => {
  expect(showDay(lagos, "2026-11-15")).toContain("15");
  expect(showDay(tokyo, "2026-11-15")).toContain("15");
});

test("a moment is told by the company's clock", () => {
  expect(showMoment(lagos, "2026-11-15T23:30:00.000Z")).toContain("16");
  expect(showMoment(tokyo, "2026-11-15T09:30:00.000Z")).toMatch(/18:30|6:30/);
});

test("a company whose country is unknown still sees its dates", () => {
  expect(showDay({ country: "", timeZone: "UTC" }, "2026-11-15")).toBe("15 Nov 2026");
});

test("an age is told in the unit that fits it", () => {
  expect([4, 300, 7200, 400_000].map(showAge)).toEqual(["4 s", "5 min", "2 h", "5 d"]);
});
