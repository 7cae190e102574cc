import { Big } from "big.js";
import type { Payment } from "../dashboard/records.ts";

/** The amount of a payment that is neither refunded nor being refunded. */
export function refundable(payment: Pick<Payment, "amount" | "refunds">): string {
  return payment.refunds
    .filter(({ status }) => status !== "failed")
    .reduce((left, { amount }) => left.minus(String(amount)), new Big(String(payment.amount)))
    .toFixed();
}

/** Money from a gateway was received for sure, and so was what has been refunded. */
export function isReversible(
  payment: Pick<Payment, "amount" | "refunds" | "source" | "reversed_at">,
): boolean {
  const isWhole = new Big(refundable(payment)).eq(String(payment.amount));
  return payment.source !== "gateway" && payment.reversed_at === null && isWhole;
}
