import { Big } from "big.js";

/**
 * Parts of an amount that add up to it exactly, by the largest remainder method: each part is rounded down, and the
 * units that are missing go to the parts with the largest remainders, of equal ones to the earlier. Amounts are whole
 * minor units here, so that nothing is rounded on the way.
 */
export function shareByWeight(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  // Nothing to compare the parts by, such as lines that cost nothing: the first one carries it.
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  return roundTogether(
    amount,
    weights.map((weight) => amount * weight),
    whole,
  );
}

/** The parts numerator / denominator, each rounded to a neighbouring whole number so that their sum is `total`. */
export function roundTogether(total: bigint, numerators: readonly bigint[], denominator: bigint): bigint[] {
  const floors = numerators.map((numerator) => floorDivide(numerator, denominator));
  const remainders = numerators.map((numerator, index) => numerator - floors[index]! * denominator);
  let missing = floors.reduce((left, floor) => left - floor, total);
  const byRemainder = floors.map((_, index) => index);
  // Equal ones keep their order.
  byRemainder.sort((a, b) => Number(remainders[b]! - remainders[a]!));
  for (const index of byRemainder) {
    if (missing <= 0n) break;
    floors[index]! += 1n;
    missing -= 1n;
  }
  return floors;
}

/** BigInt division cuts towards zero; this one rounds down, also below zero. */
function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

export const toUnits = (amount: Big, digits: number): bigint =>
  BigInt(amount.times(unitsIn[digits]!).toFixed(0));

export const fromUnits = (units: bigint, digits: number): Big =>
  new Big(units.toString()).times(unitOf[digits]!);

// A division by Big costs ten times as much as the multiplication, and both are exact here.
const unitsIn = Array.from({ length: 10 }, (_, exponent) => new Big(`1e${exponent}`));
const unitOf = Array.from({ length: 10 }, (_, exponent) => new Big(`1e-${exponent}`));
