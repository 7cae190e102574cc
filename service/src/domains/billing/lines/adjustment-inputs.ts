import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { fractionDigits, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { Adjustment } from "./adjustments.ts";
import type { AdjustmentInput } from "./schema.ts";

/** A discount or charge as it was given. Its numbers have at most 15 digits, so they are exact in JSON. */
export type StoredAdjustment = { percent?: number; amount?: number; reason?: string };

/** A list of discounts or charges: as the arithmetic needs it, and as it is stored. */
export type ReadAdjustments = { parsed: Adjustment[]; stored: StoredAdjustment[] | null };

export const noAdjustments: ReadAdjustments = { parsed: [], stored: null };

/** Reads a list from a request; `refuse` gets the faults, each with the field below the list. */
export function readAdjustments(
  list: readonly AdjustmentInput[],
  currency: string,
  refuse: (field: string, message: string) => void,
): ReadAdjustments {
  if (list.length === 0) return noAdjustments;
  const read = list.map((input, index) =>
    readAdjustment(input, currency, (name, message) => refuse(`[${index}]${name}`, message)),
  );
  return { parsed: read.map(({ parsed }) => parsed), stored: read.map(({ stored }) => stored) };
}

function readAdjustment(
  { percent, amount, reason }: AdjustmentInput,
  currency: string,
  refuse: (field: string, message: string) => void,
): { parsed: Adjustment; stored: StoredAdjustment } {
  const why = reason == null ? {} : { reason };
  if ((percent == null) === (amount == null)) {
    refuse("", percent == null ? "needs percent or amount" : "has percent and amount; give one of them");
    return { parsed: { amount: new Big("0") }, stored: why };
  }
  const value = parseDecimal((percent ?? amount)!)!;
  if (percent != null) return { parsed: { percent: value }, stored: { percent: numberOf(value), ...why } };
  const digits = currencyDigits(currency) ?? 0;
  if (fractionDigits(value) > digits) {
    const most = digits === 0 ? "no decimals" : `at most ${digits} decimals`;
    refuse(".amount", `must have ${most} in ${currency}`);
  }
  return { parsed: { amount: value }, stored: { amount: numberOf(value), ...why } };
}

const numberOf = (value: Big) => Number(toPlain(value));
