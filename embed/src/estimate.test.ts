import fc from "fast-check";
import { expect, test } from "vitest";
import { computeTotals } from "../../service/src/domains/billing/lines/totals.ts";
import { parseDecimal } from "../../service/src/platform/values/money.ts";
import { estimate } from "./estimate.ts";

const chosen = (unit_price: number, tax_rate: number, count: number, discount = 0) => ({
  product: { unit_price, tax_rate, discount },
  quantity: () => count,
});

/** A number of at most so many digits, as JSON brings it: 1234.5 is one of four digits after 1. */
const decimal = (mostUnits: number, mostDigits: number) =>
  fc.tuple(fc.nat(mostUnits), fc.nat(mostDigits)).map(([units, digits]) => Number(`${units}e-${digits}`));

test("comes to what the service will ask for, to the last digit", () => {
  const line = fc.record({
    price: decimal(999_999_999, 6),
    rate: decimal(99, 4),
    count: fc.nat(9999),
    off: decimal(99, 4),
  });
  const anyLines = fc.array(line, { maxLength: 8 });
  fc.assert(
    fc.property(anyLines, fc.constantFrom(0, 2, 3, 4), fc.boolean(), (lines, digits, pricesIncludeTax) => {
      const totals = computeTotals(
        lines.map(({ price, rate, count, off }) => ({
          quantity: parseDecimal(String(count))!,
          unitPrice: parseDecimal(String(price))!,
          taxRate: parseDecimal(String(rate))!,
          taxCategory: "S",
          discounts: [{ percent: parseDecimal(String(off))! }],
        })),
        digits,
        { pricesIncludeTax },
      );
      const sums = estimate(
        lines.map(({ price, rate, count, off }) => chosen(price, rate, count, off)),
        digits,
        pricesIncludeTax,
      );
      expect(sums).toEqual({ tax: totals.taxTotal.toFixed(digits), total: totals.total.toFixed(digits) });
    }),
  );
});

test("rounds half up, lines first and tax once a rate", () => {
  expect(estimate([chosen(0.335, 0, 1)], 2, false)).toEqual({ tax: "0.00", total: "0.34" });
  // Each alone would be 0.005 of tax, and so 0.01.
  expect(estimate([chosen(0.1, 5, 1), chosen(0.1, 5, 1)], 2, false)).toEqual({ tax: "0.01", total: "0.21" });
});

test("loses no digit of the largest amounts", () => {
  expect(estimate([chosen(9_999_999_999.99, 0, 9999)], 2, false).total).toBe("99989999999900.01");
});

test("of nothing is nothing", () => {
  expect(estimate([], 2, false)).toEqual({ tax: "0.00", total: "0.00" });
  expect(estimate([chosen(1500, 7.5, 0)], 0, false)).toEqual({ tax: "0", total: "0" });
});
