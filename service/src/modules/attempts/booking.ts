import { Big } from "big.js";
import type { Change, Context } from "../../context.ts";
import { showAmount } from "../../foundation/display.ts";
import { parseDecimal, toPlain } from "../../foundation/money.ts";
import { emit } from "../events/service.ts";
import type { Seen } from "../gateways/service.ts";
import { type Claim, lockClaimIfPayable, payClaim } from "../invoices/service.ts";
import type { AttemptStatus } from "../links/schema.ts";
import { type LinkRecord, lockLinkRecord, payLink } from "../links/service.ts";
import { keepGatewayPayment } from "../payments/service.ts";
import { type AttemptRow, lockAttempt, updateAttempt } from "./queries.ts";
import { isGivenUp, nextLook } from "./schedule.ts";

type Paid = Extract<Seen, { status: "paid" }>;

/**
 * Writes down what the gateway says of an attempt. Rows are locked in the order link, attempt, invoice, so of any
 * number of tellers at the same moment the first books the money and the others find it booked.
 */
export async function book(
  change: Change,
  config: Context["config"],
  { id, payment_link_id: linkId }: Pick<AttemptRow, "id" | "payment_link_id">,
  seen: Seen,
): Promise<AttemptStatus> {
  const link = await lockLinkRecord(change, linkId);
  const attempt = await lockAttempt(change.tx, change.company.id, id);
  // What is paid stays paid: refunds and reversals are another story.
  if (attempt.status === "paid") return "paid";
  if (seen.status === "paid") return bookMoney(change, config, attempt, link, seen);
  return bookNoMoney(change, attempt, link, seen);
}

async function bookNoMoney(
  change: Change,
  attempt: AttemptRow,
  link: LinkRecord,
  seen: Exclude<Seen, Paid>,
): Promise<AttemptStatus> {
  const times = { createdAt: attempt.created_at, linkEndsAt: new Date(link.expires_at), now: change.now };
  const status = statusAfter(attempt, seen, (known) => isGivenUp(times, known));
  const reason = seen.status === "failed" ? seen.reason : attempt.reason;
  const nextLookAt = nextLook(status, { ...times, looks: attempt.status === status ? attempt.looks : 0 });
  await updateAttempt(change.tx, change.company.id, attempt.id, change.now, {
    ...attempt,
    status,
    reason,
    next_look_at: nextLookAt,
  });
  if (status === "failed" && attempt.status !== "failed") await tellFailure(change, attempt, link, reason);
  return status;
}

/** A look that brings nothing new leaves things as they are; what has failed or is closed does not open again. */
function statusAfter(
  { status, page_url }: AttemptRow,
  seen: Exclude<Seen, Paid>,
  isGivenUp: (known: boolean) => boolean,
): Exclude<AttemptStatus, "paid"> {
  const before = status as Exclude<AttemptStatus, "paid">;
  const isOver = before === "failed" || before === "closed";
  switch (seen.status) {
    case "failed":
      return before === "closed" ? "closed" : "failed";
    case "processing":
      return isOver ? before : "processing";
    case "closed":
      return before === "failed" ? "failed" : "closed";
    case "unknown":
      return !isOver && isGivenUp(false) ? "closed" : before;
    case "open":
      if (isOver) return before;
      if (isGivenUp(true)) return "closed";
      return page_url === null ? before : "open";
  }
}

async function tellFailure(
  change: Change,
  attempt: AttemptRow,
  link: LinkRecord,
  reason: string | null,
): Promise<void> {
  await emit(
    change,
    "payment.failed",
    JSON.stringify({
      payment_link_reference: link.reference,
      invoice_id: link.invoice_id,
      amount: Number(attempt.amount),
      currency: attempt.currency,
      gateway: attempt.gateway,
      gateway_reference: attempt.reference,
      status: "failed",
      reason,
      attempted_at: attempt.created_at.toISOString(),
      failed_at: change.now.toISOString(),
    }),
  );
}

/**
 * Money that a gateway took is never refused. What was asked for, in time, settles the invoice; the excess, what
 * came too late, what is in another currency and what no invoice is waiting for is kept unallocated.
 */
async function bookMoney(
  change: Change,
  config: Context["config"],
  attempt: AttemptRow,
  link: LinkRecord,
  seen: Paid,
): Promise<AttemptStatus> {
  const { tx, company, now } = change;
  const amount = parseDecimal(seen.amount)!;
  const fits = seen.currency === link.currency;
  const overdue = isOver(link, seen.paidAt);
  const wanted = fits && !overdue;
  const claim =
    wanted && link.invoice_id !== null ? await lockClaimIfPayable(change, link.invoice_id) : undefined;
  const allocated = claim ? allocatable(claim, amount) : new Big(0);
  const settled =
    claim && allocated.gt(0)
      ? await payClaim(change, claim, { amount: allocated, paidAt: seen.paidAt })
      : undefined;
  const payment = await keepGatewayPayment(change, {
    invoice_id: fits ? link.invoice_id : null,
    amount: toPlain(amount),
    currency: seen.currency,
    unallocated_amount: toPlain(amount.minus(allocated)),
    method: seen.method,
    note: oddity(attempt, seen),
    late: overdue || (wanted && link.invoice_id !== null && !settled),
    payment_link_id: link.id,
    gateway: attempt.gateway,
    gateway_reference: seen.transaction,
    paid_at: seen.paidAt,
  });
  await updateAttempt(tx, company.id, attempt.id, now, {
    ...attempt,
    status: "paid",
    reason: null,
    payment_id: payment.id,
    next_look_at: null,
  });
  const fulfilled = wanted && link.status !== "paid" && amount.gte(attempt.amount);
  const tellLink = fulfilled ? await payLink(change, { config, now }, link.id) : undefined;
  const tell = async () => {
    await emit(change, "payment.recorded", payment.json);
    await tellLink?.();
  };
  await (settled ? settled.tell(tell) : tell());
  return "paid";
}

function allocatable({ due }: Claim, amount: Big): Big {
  const part = amount.lt(due) ? amount : due;
  return part.gt(0) ? part : new Big(0);
}

/** By when the money was taken, not by when we heard of it. */
function isOver(link: LinkRecord, paidAt: Date): boolean {
  if (link.status === "paid") return true;
  if (link.status === "cancelled") return Date.parse(link.updated_at) < paidAt.getTime();
  return Date.parse(link.expires_at) < paidAt.getTime();
}

function oddity(attempt: AttemptRow, seen: Paid): string | null {
  if (seen.currency === attempt.currency && parseDecimal(seen.amount)!.eq(attempt.amount)) return null;
  const asked = showAmount(attempt.amount, attempt.currency);
  return `The gateway took ${showAmount(seen.amount, seen.currency)} ${seen.currency}; ${asked} ${attempt.currency} had been asked for.`;
}
