import { Big } from "big.js";
import type { Payment } from "../dashboard/records.ts";

/** What of a payment can still go back: not what has gone, nor what is on its way. */
export function refundable(payment: Pick<Payment, "amount" | "refunds">): string {
  return payment.refunds
    .filter(({ status }) => status !== "failed")
    .reduce((left, { amount }) => left.minus(String(amount)), new Big(String(payment.amount)))
    .toFixed();
}
