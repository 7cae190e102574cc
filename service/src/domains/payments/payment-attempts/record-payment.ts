import { Big } from "big.js";
import { type Change, type Context, realTimeOf } from "../../../context.ts";
import { showAmount } from "../../../platform/values/format.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { applyPayment, lockInvoiceIfPayable, type PayableInvoice } from "../../billing/invoices/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import type { GatewayPaymentStatus } from "../gateways/service.ts";
import type { PaymentAttemptStatus } from "../links/schema.ts";
import { type LinkRecord, lockLinkRecord, payLink } from "../links/service.ts";
import { insertGatewayPayment } from "../payments/service.ts";
import {
  findLivePaymentAttempt,
  lockPaymentAttempt,
  type PaymentAttemptRow,
  updatePaymentAttempt,
} from "./queries.ts";
import { type AttemptTiming, isOver, nextPoll } from "./schedule.ts";
import type { FailedPayment } from "./schema.ts";
import { endOfLink } from "./start-payment.ts";

type PaidStatus = Extract<GatewayPaymentStatus, { status: "paid" }>;
type UnpaidStatus = Exclude<GatewayPaymentStatus, PaidStatus> | { status: "no_response" };

/** Only the background pass advances the polling schedule; a poll on request leaves it unchanged. */
export type PollReason = "pass" | "request";

/**
 * Records the status that the gateway reported for a payment attempt, or that it did not respond. Rows are locked in
 * the order link, attempt, invoice: if several callers report the same payment at once, the first records it and the
 * others find it paid.
 */
export async function recordGatewayStatus(
  change: Change,
  config: Context["config"],
  { id, payment_link_id: linkId }: Pick<PaymentAttemptRow, "id" | "payment_link_id">,
  reported: GatewayPaymentStatus | { status: "no_response" },
  pollReason: PollReason,
): Promise<PaymentAttemptStatus> {
  const link = await lockLinkRecord(change, linkId);
  const attempt = await lockPaymentAttempt(change.tx, change.company.id, id);
  // A paid attempt stays paid: refunds are recorded on the payment.
  if (attempt.status === "paid") return "paid";
  if (reported.status === "paid") return recordPaid(change, config, attempt, link, reported);
  return recordUnpaid(change, attempt, link, reported, pollReason);
}

async function recordUnpaid(
  change: Change,
  attempt: PaymentAttemptRow,
  link: LinkRecord,
  reported: UnpaidStatus,
  pollReason: PollReason,
): Promise<PaymentAttemptStatus> {
  const { tx, company } = change;
  const now = realTimeOf(change);
  const hasPage = attempt.page_url !== null;
  const timing = { createdAt: attempt.created_at, linkEndsAt: endOfLink(change, link), now, hasPage };
  const status = await statusAfter(change, attempt, reported, timing);
  const reason = reported.status === "failed" ? reported.reason : attempt.reason;
  const isNews = status !== attempt.status;
  const pollCount = isNews ? 0 : attempt.poll_count;
  const isScheduled = isNews || pollReason === "pass";
  await updatePaymentAttempt(tx, company.id, attempt.id, now, {
    ...attempt,
    status,
    reason,
    poll_count: pollCount,
    next_poll_at: isScheduled ? nextPoll(status, pollCount, timing) : attempt.next_poll_at,
  });
  if (status === "failed" && isNews) await emitPaymentFailed(change, attempt, link, reason);
  return status;
}

/** A failed or closed attempt may become active again if no other attempt of the link is, or if the link is reusable. */
async function statusAfter(
  { tx, company }: Change,
  { status, payment_link_id: linkId, page_url, of_reusable_link }: PaymentAttemptRow,
  reported: UnpaidStatus,
  timing: AttemptTiming,
): Promise<PaymentAttemptStatus> {
  const hasEnded = status === "failed" || status === "closed";
  switch (reported.status) {
    case "failed":
      return status === "closed" ? "closed" : "failed";
    case "closed":
      return status === "failed" ? "failed" : "closed";
    case "processing":
      if (isOver("processing", timing)) return "closed";
      if (!hasEnded) return "processing";
      if (of_reusable_link) return "processing";
      return (await findLivePaymentAttempt(tx, company.id, linkId)) ? status : "processing";
    case "open":
    case "unknown":
    case "no_response":
      if (hasEnded) return status;
      if (isOver(status, timing)) return "closed";
      return reported.status === "open" && page_url !== null ? "open" : status;
  }
}

async function emitPaymentFailed(
  change: Change,
  attempt: PaymentAttemptRow,
  link: LinkRecord,
  reason: string | null,
): Promise<void> {
  const failed: FailedPayment = {
    reference: attempt.reference,
    payment_link_reference: link.reference,
    invoice_id: link.invoice_id,
    amount: Number(attempt.amount),
    currency: attempt.currency,
    gateway: attempt.gateway,
    status: "failed",
    reason,
    attempted_at: new Date(attempt.created_at.getTime() + change.company.clockOffsetMs).toISOString(),
    failed_at: change.now.toISOString(),
  };
  await emit(change, "payment.failed", JSON.stringify(failed));
}

/**
 * Money that a gateway took is always recorded. The requested amount, paid in time, settles the invoice; any excess,
 * and money that was late, in another currency or for an invoice that cannot be paid, stays unallocated.
 */
async function recordPaid(
  change: Change,
  config: Context["config"],
  attempt: PaymentAttemptRow,
  link: LinkRecord,
  reported: PaidStatus,
): Promise<PaymentAttemptStatus> {
  const { tx, company, now } = change;
  const amount = parseDecimal(reported.amount)!;
  const takenAt = takenAtOf(change, reported);
  const fits = reported.currency === link.currency;
  const isLate = hasEnded(link, takenAt);
  const wanted = fits && !isLate;
  const payable = wanted ? await claimOf(change, link) : undefined;
  const allocated = payable ? allocatable(payable, amount) : new Big(0);
  const settled =
    payable && allocated.gt(0)
      ? await applyPayment(change, payable, { amount: allocated, paidAt: takenAt })
      : undefined;
  const payment = await insertGatewayPayment(change, {
    invoice_id: fits ? link.invoice_id : null,
    amount: toPlain(amount),
    currency: reported.currency,
    unallocated_amount: toPlain(amount.minus(allocated)),
    method: reported.method,
    note: amountMismatchNote(attempt, reported),
    late: isLate || (wanted && link.invoice_id !== null && !settled),
    payment_link_id: link.id,
    quantity: attempt.quantity,
    gateway: attempt.gateway,
    gateway_reference: reported.transaction,
    paid_at: takenAt,
  });
  const fulfilled = wanted && amount.gte(attempt.amount);
  const emitLinkPaid = fulfilled ? await payLink(change, { config, now }, link.id) : undefined;
  await updatePaymentAttempt(tx, company.id, attempt.id, realTimeOf(change), {
    ...attempt,
    status: "paid",
    reason: null,
    payment_id: payment.id,
    next_poll_at: null,
  });
  const emitEvents = async () => {
    await emit(change, "payment.recorded", payment.json);
    await emitLinkPaid?.();
  };
  await (settled ? settled.emitEvents(emitEvents) : emitEvents());
  return "paid";
}

/** The gateway's clock may be ahead of ours, but a payment cannot be later than its notification. */
function takenAtOf({ company, now }: Change, { paidAt }: PaidStatus): Date {
  const at = new Date(paidAt.getTime() + company.clockOffsetMs);
  return at < now ? at : now;
}

/** The invoice that the link is for, if it can still be paid in the link's currency. */
async function claimOf(
  change: Change,
  { invoice_id, currency }: LinkRecord,
): Promise<PayableInvoice | undefined> {
  const payable = invoice_id === null ? undefined : await lockInvoiceIfPayable(change, invoice_id);
  return payable?.record.currency === currency ? payable : undefined;
}

function allocatable({ due }: PayableInvoice, amount: Big): Big {
  const part = amount.lt(due) ? amount : due;
  return part.gt(0) ? part : new Big(0);
}

/** Decided by the time of the payment, not by when it was reported. */
function hasEnded(link: LinkRecord, takenAt: Date): boolean {
  if (link.status === "paid") return true;
  if (link.status === "cancelled") return Date.parse(link.updated_at) < takenAt.getTime();
  return Date.parse(link.expires_at) < takenAt.getTime();
}

function amountMismatchNote(attempt: PaymentAttemptRow, reported: PaidStatus): string | null {
  if (reported.currency === attempt.currency && parseDecimal(reported.amount)!.eq(attempt.amount))
    return null;
  const requested = showAmount(attempt.amount, attempt.currency, "en");
  return `The gateway took ${showAmount(reported.amount, reported.currency, "en")} ${reported.currency}; ${requested} ${attempt.currency} was requested.`;
}
