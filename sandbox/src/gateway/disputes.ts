import type { Context } from "./context.ts";
import { keepTransaction, nextId } from "./ledger.ts";
import { notifyDispute } from "./notifications.ts";
import { faultOf, reverse, type Transaction } from "./transactions.ts";

/** A buyer's objection to a payment, through their bank. Paystack's words for the states are in wire.ts. */
export type Dispute = {
  id: number;
  /** In minor units; a bank may dispute only a part. */
  amount: number;
  currency: string;
  state: DisputeState;
  createdAt: string;
  resolvedAt: string | null;
};

export const disputeStates = ["open", "won", "lost"] as const;
/** Won and lost as the company sees it. */
export type DisputeState = (typeof disputeStates)[number];

/** Opens a dispute or decides it, and sends the notification. Returns the reason for a refusal as text. */
export function disputeTransaction(
  context: Context,
  transaction: Transaction,
  state: DisputeState,
  given: { amount?: number; currency?: string } = {},
): string | undefined {
  if (transaction.state.name !== "success") return "Only a successful transaction can be disputed.";
  const now = context.now().toISOString();
  const before = transaction.dispute;
  if (before && before.state !== "open") return "The dispute is resolved already.";
  transaction.dispute = {
    id: before?.id ?? nextId(context.ledger.refunds),
    amount: given.amount ?? before?.amount ?? transaction.amount,
    currency: given.currency ?? before?.currency ?? transaction.currency,
    state,
    createdAt: before?.createdAt ?? now,
    resolvedAt: state === "open" ? null : now,
  };
  if (state === "lost" && transaction.dispute.amount >= transaction.amount) reverse(context, transaction);
  keepTransaction(context.ledger, transaction);
  notifyDispute(context, transaction, transaction.dispute);
  return undefined;
}

const askedAfterMs = 1000;

/** Disputes a payment whose caller wants that, a moment after its notification. */
export function disputeIfAsked(context: Context, transaction: Transaction): void {
  if (faultOf(transaction) !== "dispute") return;
  context.timers.after(askedAfterMs, () => void disputeTransaction(context, transaction, "open"));
}
