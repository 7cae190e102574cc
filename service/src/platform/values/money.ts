import { Big } from "big.js";
import { currencyDigits } from "./currency.ts";

// The most digits that an amount may have, given or computed: as many as a double carries through JSON unharmed.
export const maxDigits = 15;

// Longer texts are refused without parsing, so that a hostile body cannot cause arithmetic on thousands of digits.
const maxTextLength = 40;
const plainDecimal = /^-?\d+(\.\d+)?$/;

// The same rates, quantities and prices recur, and a Big is immutable. Only texts short enough to be parsed are
// remembered.
const parsed = new Map<number | string, Big>();
const parsedMax = 10_000;

export function parseDecimal(value: number | string): Big | undefined {
  const known = parsed.get(value);
  if (known) return known;
  const fresh = parse(value);
  if (!fresh) return undefined;
  if (parsed.size >= parsedMax) parsed.clear();
  parsed.set(value, fresh);
  return fresh;
}

function parse(value: number | string): Big | undefined {
  if (typeof value === "number") {
    // The shortest text that reads back as this number is what the caller wrote; its exponent is exact too.
    return Number.isFinite(value) ? new Big(String(value)) : undefined;
  }
  return value.length <= maxTextLength && plainDecimal.test(value) ? new Big(value) : undefined;
}

// Digits of the plain text without leading zeros; zeros that only place the point of an integer count.
export function digitCount(value: Big): number {
  return Math.max(value.c.length, value.e + 1);
}

export function fractionDigits(value: Big): number {
  return Math.max(0, value.c.length - value.e - 1);
}

// The mode is passed every time because Big.RM is a global anyone could change. Halves go away from zero.
export function roundHalfUp(value: Big, digits: number): Big {
  return value.round(digits, Big.roundHalfUp);
}

export function roundDown(value: Big, digits: number): Big {
  return value.round(digits, Big.roundDown);
}

export function toPlain(value: Big): string {
  return value.toFixed();
}

/** What is wrong with an amount that has more decimals than its currency. */
export function decimalsFault(amount: Big, currency: string): string | undefined {
  const digits = currencyDigits(currency)!;
  if (fractionDigits(amount) <= digits) return undefined;
  return digits === 0
    ? `must have no decimals in ${currency}`
    : `must have at most ${digits} decimals in ${currency}`;
}
