import fc from "fast-check";
import { expect, test } from "vitest";
import { difference, sum } from "./sums.ts";

test("sums are exact where floating point would not be", () => {
  expect(sum([0.1, 0.2, "0.7"])).toBe("1");
  expect(sum(["119999999999999.88", "0.11"])).toBe("119999999999999.99");
  expect(sum([])).toBe("0");
  expect(sum([1e-7, 5])).toBe("5");
});

test("differences have a sign", () => {
  expect(difference(10, "12.5")).toBe("-2.5");
  expect(difference("0.3", 0.1)).toBe("0.2");
  expect(difference(7, 7)).toBe("0");
});

test("a sum of whole cents is the sum of its cents", () => {
  const cents = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 50 });
  fc.assert(
    fc.property(cents, (values) => {
      const exact = values.reduce((total, value) => total + BigInt(value), 0n);
      const text = sum(values.map((value) => (value / 100).toFixed(2)));
      return (
        BigInt(Math.round(Number(difference(text, "0")) * 100)) === exact ||
        exact > 10n ** 15n ||
        exact < -(10n ** 15n)
      );
    }),
  );
});
