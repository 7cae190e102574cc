import { Big } from "big.js";
import { describe, expect, test } from "vitest";
import { type Adjustment, adjust } from "./adjustments.ts";

const percent = (value: number): Adjustment => ({ percent: new Big(value) });
const fixed = (value: number): Adjustment => ({ amount: new Big(value) });
function adjusted(gross: number, discounts: Adjustment[], charges: Adjustment[], digits = 2) {
  const result = adjust(new Big(gross), { discounts, charges }, digits);
  return {
    discounts: result.discounts.map(Number),
    charges: result.charges.map(Number),
    left: Number(result.left),
    excessive: result.excessive,
  };
}

describe("discounts and charges", () => {
  test("change nothing where there are none", () => {
    expect(adjusted(100, [], [])).toEqual({ discounts: [], charges: [], left: 100, excessive: undefined });
  });

  test("apply to what the ones before them left, discounts first", () => {
    expect(adjusted(200, [percent(10), fixed(30), percent(50)], [percent(10), fixed(1)])).toEqual({
      discounts: [20, 30, 75],
      charges: [7.5, 1],
      left: 83.5,
      excessive: undefined,
    });
  });

  test.each([
    [2, 0.13],
    [0, 0],
    [3, 0.125],
  ])("are rounded half up, each by itself, to %i digits", (digits, amount) => {
    expect(adjusted(0.5, [percent(25)], [], digits).discounts).toEqual([amount]);
    expect(adjusted(0.5, [], [percent(25)], digits).charges).toEqual([amount]);
  });

  test("may take all of it, and that is not too much", () => {
    const all = { charges: [], left: 0, excessive: undefined };
    expect(adjusted(50, [percent(100)], [])).toEqual({ ...all, discounts: [50] });
    expect(adjusted(50, [fixed(50)], [])).toEqual({ ...all, discounts: [50] });
    expect(adjusted(50, [fixed(50), fixed(0)], [])).toEqual({ ...all, discounts: [50, 0] });
  });

  test("that are larger than what is left count as all of it, and the first of them is named", () => {
    expect(adjusted(50, [fixed(20), fixed(31), fixed(1)], [fixed(5)])).toEqual({
      discounts: [20, 30, 0],
      charges: [5],
      left: 5,
      excessive: 1,
    });
  });
});
