import { Big } from "big.js";
import type { Payment } from "../dashboard/records.ts";

/** The amount of a payment that is neither refunded nor being refunded. */
export function refundable(payment: Pick<Payment, "amount" | "refunds">): string {
  return payment.refunds
    .filter(({ status }) => status !== "failed")
    .reduce((left, { amount }) => left.minus(String(amount)), new Big(String(payment.amount)))
    .toFixed();
}
