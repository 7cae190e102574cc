import { Big } from "big.js";
import { roundHalfUp } from "../../../platform/values/money.ts";

/** A discount or a charge: a part of what the ones before it left, or a fixed amount. */
export type Adjustment = { percent: Big } | { amount: Big };

/** What is taken off an amount and added to it, in the order in which that happens. */
export type Adjustments = { discounts: readonly Adjustment[]; charges: readonly Adjustment[] };

export type Adjusted = {
  discounts: Big[];
  charges: Big[];
  /** What the amount is after all of them. */
  left: Big;
  /** The first discount that is larger than what was left for it. It was counted as all of that. */
  excessive: number | undefined;
};

/** Discounts come first, then charges; each percentage applies to what the ones before it left, and is rounded. */
export function adjust(gross: Big, { discounts, charges }: Adjustments, digits: number): Adjusted {
  let left = gross;
  let excessive: number | undefined;
  const taken = discounts.map((discount, index) => {
    const amount = amountOf(discount, left, digits);
    if (amount.lte(left)) {
      left = left.minus(amount);
      return amount;
    }
    excessive ??= index;
    const rest = left;
    left = left.minus(rest);
    return rest;
  });
  const added = charges.map((charge) => {
    const amount = amountOf(charge, left, digits);
    left = left.plus(amount);
    return amount;
  });
  return { discounts: taken, charges: added, left, excessive };
}

/** Why a document has its discounts, or its charges, as one text; null if nobody said. */
export function reasonsOf(adjustments: readonly { reason?: string | undefined }[]): string | null {
  const reasons = adjustments.flatMap(({ reason }) => reason?.replace(/\s+/g, " ").trim() || []);
  return reasons.length === 0 ? null : [...new Set(reasons)].join(" · ");
}

const hundredth = new Big("0.01");

function amountOf(adjustment: Adjustment, base: Big, digits: number): Big {
  if ("amount" in adjustment) return adjustment.amount;
  return roundHalfUp(base.times(adjustment.percent).times(hundredth), digits);
}
