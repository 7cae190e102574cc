import { checkAmount, showAmount } from "./currencies.ts";
import { allowOnly, type Form, integer, metadata, optionalText, text } from "./form.ts";
import { page } from "./lists.ts";
import { invalidRequest, missing, wrongState } from "./refusal.ts";
import { type Intent, makeId, type Refund, type RefundStatus, type Store, unixSeconds } from "./store.ts";

/** `POST /v1/refunds`: refunds a payment intent, partially or fully. */
export function createRefund(books: Store, owner: string, form: Form): object {
  allowOnly(form, ["payment_intent", "amount", "metadata", "reason"]);
  const id = text(form, "payment_intent", 255);
  const amount = integer(form, "amount");
  const reason = optionalText(form, "reason", 40);
  if (reason !== null && !["duplicate", "fraudulent", "requested_by_customer"].includes(reason)) {
    throw invalidRequest(
      "Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer",
      "reason",
    );
  }
  const { charge } = findIntent(books, owner, id);
  if (!charge?.paid) {
    throw wrongState(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
  }
  checkAmount(amount, charge.currency, "amount");
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw wrongState(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  }
  if (amount > left) {
    const [asked, unrefunded] = [amount, left].map((value) => showAmount(value, charge.currency));
    throw wrongState(`Refund amount (${asked}) is greater than unrefunded amount on charge (${unrefunded})`);
  }
  const refund: Refund = {
    id: makeId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: unixSeconds(books.now()),
    currency: charge.currency,
    metadata: metadata(form),
    payment_intent: id,
    reason,
    status: "pending",
  };
  charge.amount_refunded += amount;
  books.refunds.set(refund.id, { owner, refund });
  settleRefund(books, refund.id, books.refundStatus);
  return refund;
}

/** Applies the bank's decision. A failed amount can be refunded again. */
export function settleRefund(books: Store, id: string, status: RefundStatus): Refund {
  const { owner, refund } = books.refunds.get(id) ?? {};
  if (!owner || !refund) throw new Error(`there is no refund ${id}`);
  refund.status = status;
  if (status !== "failed" && status !== "canceled") return refund;
  findIntent(books, owner, refund.payment_intent).charge!.amount_refunded -= refund.amount;
  if (status === "failed") refund.failure_reason = "lost_or_stolen_card";
  return refund;
}

/** `GET /v1/refunds?payment_intent=…`, newest first. */
export function listRefunds(books: Store, owner: string, query: Form): object {
  const intent = optionalText(query, "payment_intent", 255);
  const own = [...books.refunds.values()]
    .filter((record) => record.owner === owner)
    .map(({ refund }) => refund)
    .filter((refund) => intent === null || refund.payment_intent === intent);
  return page("/v1/refunds", own.reverse(), query, ["payment_intent"]);
}

function findIntent(books: Store, owner: string, id: string): Intent {
  const found = [...books.sessions.values()].find(({ intent }) => intent?.id === id);
  if (!found?.intent || found.owner !== owner) throw missing("payment_intent", id, "payment_intent");
  return found.intent;
}
