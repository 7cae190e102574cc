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

type Refunded = Pick<Payment, "unallocated_amount" | "allocations" | "refunds">;

/**
 * What each refund, by its id, gives back of an invoice: as the service does it, what pays no invoice goes first, then what
 * each invoice was paid, in the order of the allocations. All of it, where nothing is allocated any more.
 */
export function refundedParts(
  { unallocated_amount, allocations, refunds }: Refunded,
  invoiceId: number,
): Map<number, number> {
  const place = allocations.findIndex(({ invoice_id }) => invoice_id === invoiceId);
  const own = allocations[place];
  if (own === undefined) return new Map(refunds.map(({ id, amount }) => [id, amount]));
  const before = allocations
    .slice(0, place)
    .reduce((sum, { amount }) => sum.plus(String(amount)), new Big(String(unallocated_amount)));
  const partOf = (refunded: Big) => {
    const reached = refunded.minus(before);
    if (reached.lte(0)) return new Big(0);
    return reached.gt(String(own.amount)) ? new Big(String(own.amount)) : reached;
  };
  let refunded = new Big(0);
  const parts = inOrder(refunds).map(({ id, amount, status }): [number, number] => {
    const after = refunded.plus(String(amount));
    const part = partOf(after).minus(partOf(refunded));
    if (status !== "failed") refunded = after;
    return [id, part.toNumber()];
  });
  return new Map(parts);
}

/** Those that are done in the order in which they were, then the others. */
function inOrder(refunds: Payment["refunds"]): Payment["refunds"] {
  const moment = ({ status, settled_at }: Payment["refunds"][number]) =>
    status === "done" ? (settled_at ?? "") : "9";
  return refunds.toSorted((one, other) => moment(one).localeCompare(moment(other)));
}
