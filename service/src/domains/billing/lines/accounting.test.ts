import fc from "fast-check";
import { expect, test } from "vitest";
import { compareAccounting, exchange } from "./accounting.fixture.ts";
import { accountingTotals } from "./accounting.ts";

test.each([
  ["1534.25", "NGN", "11506.88", "164931.88"],
  ["0.5", "JPY", "4", "54"],
  ["0.0333333333", "JPY", "0", "4"],
  ["0.30725", "KWD", "2.304", "33.029"],
  [1, "USD", "7.50", "107.50"],
  [1e-10, "NGN", "0.00", "0.00"],
])("at %s, 7.50 of tax and 107.50 in all are rounded once in %s, halves up", (rate, currency, tax, total) => {
  expect(accountingTotals({ tax_total: 7.5, total: "107.50" }, rate, currency)).toEqual({
    tax_total_accounting: tax,
    total_accounting: total,
  });
});

test("an amount with more than 15 digits is none", () => {
  const totals = { tax_total: 0, total: "9999999999999.99" };
  expect(accountingTotals(totals, 1, "NGN")).toMatchObject({ total_accounting: "9999999999999.99" });
  expect(accountingTotals(totals, "1.0000000001", "NGN")).toBeUndefined();
});

test("amounts up to the limit equal whole-number arithmetic", () => {
  const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
  fc.assert(
    fc.property(exchange, fc.tuple(amount, amount), fc.constantFrom(0, 2, 3, 4), (rate, amounts, digits) => {
      const { actual, expected } = compareAccounting(rate, amounts, digits);
      expect(actual).toEqual(expected);
    }),
  );
});
