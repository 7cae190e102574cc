import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped, plain, readDecimal } from "./decimals.ts";

test.each([
  ["1,500.50", "en", "1500.50"],
  ["1 500", "en", "1500"],
  ["1,234,567", "en", "1234567"],
  ["1,5", "en", "1,5"],
  [" 3 ", "en", "3"],
  ["1 500,50", "fr", "1500.50"],
  ["1\u202f500,50", "fr", "1500.50"],
  ["1500.50", "fr", "1500.50"],
  ["1,5", "fr", "1.5"],
  // In French no point separates groups.
  ["0.125", "fr", "0.125"],
  ["about 5", "en", "about5"],
])("%j typed in %s is sent as %j", (text, locale, expected) => {
  expect(plain(text, locale)).toBe(expected);
});

test.each([
  ["1685600", "en-NG", "1,685,600"],
  ["1685600.50", "en-NG", "1,685,600.50"],
  ["22,500", "en-NG", "22,500"],
  ["-1500", "en-NG", "-1,500"],
  ["0.000125", "en-NG", "0.000125"],
  ["999", "en-NG", "999"],
  ["", "en-NG", ""],
  ["about 5", "en-NG", "about 5"],
  ["1685600.5", "fr-CI", "1\u202f685\u202f600,5"],
])("%j is shown in %s as %j", (text, locale, expected) => {
  expect(grouped(text, locale)).toBe(expected);
});

test.each([
  ["1685600", "en-NG", 2, "1,685,600.00"],
  ["1685600.5", "en-NG", 2, "1,685,600.50"],
  ["1.005", "en-NG", 3, "1.005"],
  ["500", "en-JP", 0, "500"],
  ["12 apples", "en-NG", 2, "12 apples"],
  ["", "en-NG", 2, ""],
])("%j is shown in %s with %i decimals as %j", (value, locale, digits, shown) => {
  expect(grouped(value, locale, digits)).toBe(shown);
});

test.each([
  ["1,685,600.00", "en-NG", "1685600.00"],
  ["1685600", "en-NG", "1685600"],
  ["1 685 600,50", "fr-SN", "1685600.50"],
  ["1685600.50", "fr-SN", "1685600.50"],
  ["1.685.600,50", "de-DE", "1685600.50"],
  ["12,5", "en-NG", undefined],
  ["1,23,456", "en-IN", "123456"],
  ["1,2,345", "en-NG", undefined],
  ["twelve", "en-NG", undefined],
  [" ", "en-NG", ""],
])("%j typed in %s is %j", (text, locale, amount) => {
  expect(readDecimal(text, locale)).toBe(amount);
});

test("what is shown reads back as the same amount in every language", () => {
  const locales = fc.constantFrom("en-NG", "fr-SN", "fr-FR", "de-DE", "de-CH", "en-ZA", "pt-MZ", "en-IN");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), locales, (cents, locale) => {
      const value = (cents / 100).toFixed(2);
      return readDecimal(grouped(value, locale, 2), locale) === value;
    }),
  );
});
