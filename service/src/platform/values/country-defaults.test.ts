import { expect, test } from "vitest";
import { countryCodes, countryOfZone, defaultsOf } from "./country-defaults.ts";
import { isCurrency } from "./currency.ts";

test("every inhabited country has a currency and a time zone that exist", () => {
  expect(countryCodes).toHaveLength(245);
  for (const country of countryCodes) {
    const { currency, timeZone } = defaultsOf(country)!;
    expect([country, isCurrency(currency)]).toEqual([country, true]);
    expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
  }
});

test("a company in Lagos starts with naira, one in Abidjan with CFA francs", () => {
  expect(defaultsOf("NG")).toEqual({ currency: "NGN", timeZone: "Africa/Lagos" });
  expect(defaultsOf("CI")).toEqual({ currency: "XOF", timeZone: "Africa/Abidjan" });
});

test("a browser's time zone names its country", () => {
  expect(countryOfZone("Africa/Lagos")).toBe("NG");
  expect(countryOfZone("Asia/Kolkata")).toBe("IN");
  expect(countryOfZone("UTC")).toBeUndefined();
});
