import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromUnits, roundTogether, shareByWeight, toUnits } from "./shares.ts";

const sum = (parts: readonly bigint[]) => parts.reduce((left, part) => left + part, 0n);

describe("an amount shared by weight", () => {
  test.each<[string, bigint, bigint[], bigint[]]>([
    ["in equal parts", 9n, [1n, 1n, 1n], [3n, 3n, 3n]],
    ["with the units that are missing at the largest remainders", 10n, [1n, 5n, 3n], [1n, 6n, 3n]],
    ["of equal remainders at the earlier ones", 5n, [1n, 1n, 1n], [2n, 2n, 1n]],
    ["below zero, rounded down first as well", -5n, [1n, 1n, 1n], [-1n, -2n, -2n]],
    ["with nothing for what weighs nothing", 7n, [0n, 2n, 0n], [0n, 7n, 0n]],
    ["at the first one, where nothing weighs anything", 7n, [0n, 0n], [7n, 0n]],
    ["among none", 7n, [], []],
  ])("is %s", (_, amount, weights, parts) => {
    expect(shareByWeight(amount, weights)).toEqual(parts);
  });

  test("adds up to it, and no part is a unit or more away from the exact one", () => {
    const weights = fc.array(fc.bigInt(0n, 1_000_000n), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.bigInt(-1_000_000n, 1_000_000n), weights, (amount, given) => {
        const parts = shareByWeight(amount, given);
        expect(sum(parts)).toBe(amount);
        const whole = sum(given);
        if (whole === 0n) return;
        for (const [index, part] of parts.entries()) {
          const off = part * whole - amount * given[index]!;
          expect(off > -whole && off < whole).toBe(true);
        }
      }),
    );
  });
});

describe("parts rounded together", () => {
  test("keep those that are whole, above and below zero", () => {
    expect(roundTogether(3n, [4n, -2n, 4n], 2n)).toEqual([2n, -1n, 2n]);
  });

  test("give no more units than are missing, and none where none are", () => {
    expect(roundTogether(1n, [1n, 1n, 1n], 3n)).toEqual([1n, 0n, 0n]);
    expect(roundTogether(0n, [1n, 1n, 1n], 3n)).toEqual([0n, 0n, 0n]);
    expect(roundTogether(-1n, [-1n, -1n, -1n], 3n)).toEqual([0n, 0n, -1n]);
  });
});

test.each([
  [0, "1234", 1234n],
  [2, "12.34", 1234n],
  [3, "-1.234", -1234n],
  [9, "0.000000001", 1n],
])("an amount with %i digits is whole units, and back", (digits, amount, units) => {
  expect(toUnits(new Big(amount), digits)).toBe(units);
  expect(fromUnits(units, digits).toFixed(digits)).toBe(new Big(amount).toFixed(digits));
});
