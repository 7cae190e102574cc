import type { Payment } from "../dashboard/records.ts";
import { texts } from "../texts/payments.ts";

type Entry = { at: string; text: string; detail?: string | undefined; tone: "good" | "bad" | "plain" };

type TimelinePayment = Pick<
  Payment,
  | "amount"
  | "unallocated_amount"
  | "allocations"
  | "paid_at"
  | "created_at"
  | "method"
  | "refunds"
  | "invoice_id"
> &
  Partial<Pick<Payment, "disputed_at" | "dispute_reason" | "reversed_at" | "reversal_reason">>;

/** What happened to a payment, newest first. */
export function paymentTimeline(
  payment: TimelinePayment,
  invoiceNumber: string | null,
  money: (amount: number) => string,
): Entry[] {
  const { events } = texts;
  // A reversed payment does not say what it had paid.
  const allocated = payment.reversed_at ? 0 : payment.amount - payment.unallocated_amount;
  const entries: Entry[] = [
    { at: payment.paid_at, text: events.received(money(payment.amount)), tone: "good" },
    ...payment.refunds.map((refund) => refundEntry(refund, money)),
  ];
  if (payment.invoice_id !== null && allocated > 0) {
    const { length } = payment.allocations;
    const text =
      length > 1
        ? events.allocatedToSeveral(money(allocated), length)
        : events.allocated(money(allocated), invoiceNumber ?? texts.invoice);
    entries.push({ at: payment.created_at, text, tone: "plain" });
  }
  if (payment.disputed_at)
    entries.push({
      at: payment.disputed_at,
      text: events.disputed,
      detail: payment.dispute_reason ?? undefined,
      tone: "bad",
    });
  if (payment.reversed_at)
    entries.push({
      at: payment.reversed_at,
      text: events.reversed,
      detail: payment.reversal_reason ?? undefined,
      tone: "bad",
    });
  // Of two at the same moment, what was received comes first.
  return entries
    .map((entry, place) => ({ entry, place }))
    .sort((one, other) => other.entry.at.localeCompare(one.entry.at) || other.place - one.place)
    .map(({ entry }) => entry);
}

function refundEntry(refund: Payment["refunds"][number], money: (amount: number) => string): Entry {
  const { status, amount, created_at, settled_at, reason, failure } = refund;
  const detail = failure ?? reason ?? undefined;
  const { events } = texts;
  if (status === "done")
    return { at: settled_at ?? created_at, text: events.refunded(money(amount)), detail, tone: "plain" };
  if (status === "failed")
    return { at: settled_at ?? created_at, text: events.refundFailed(money(amount)), detail, tone: "bad" };
  return { at: created_at, text: events.refundPending(money(amount)), detail, tone: "plain" };
}
