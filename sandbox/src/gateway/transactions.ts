import { randomBytes } from "node:crypto";
import { rightCode, type TestCard } from "./cards.ts";
import type { Context } from "./context.ts";
import type { Dispute } from "./disputes.ts";
import { keepTransaction, nextId, referenceKey } from "./ledger.ts";
import { notifyCharge } from "./notifications.ts";
import type { InitializeRequest } from "./schemas.ts";

/**
 * One payment, from opening the page to receiving the money. The buyer can try again on the same page after a
 * failure, so only `success` and `reversed` are final.
 */
export type Transaction = {
  id: number;
  /** The account that it belongs to: a digest of the secret key. */
  account: string;
  reference: string;
  /** In minor units. */
  amount: number;
  currency: string;
  email: string;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
  /** Identifies the payment page and is enough to open it. */
  accessCode: string;
  createdAt: string;
  tries: number;
  state: State;
  /** True once its notification was sent or if none is due. */
  reported: boolean;
  dispute?: Dispute;
};

export type State =
  /** The buyer has not paid. */
  | { name: "abandoned" }
  | { name: "failed"; why: string; means: Means }
  /** Waits for the buyer to enter the one-time code. */
  | { name: "ongoing"; means: Means }
  | { name: "pending" | "processing"; means: Means; succeedsAt: string }
  | { name: "success"; means: Means; paidAt: string }
  /** The whole amount was refunded, or lost in a dispute. */
  | { name: "reversed"; means: Means; paidAt: string };

export type Means =
  | { channel: "card"; number: { bin: string; last4: string } }
  | { channel: "bank_transfer" };

export function openTransaction(
  { ledger, now }: Context,
  account: string,
  { email, amount, currency, callbackUrl, metadata, ...request }: InitializeRequest,
): Transaction {
  const transaction: Transaction = {
    id: nextId(ledger.transactions),
    account,
    reference: request.reference ?? `T${randomBytes(8).toString("hex")}`,
    amount,
    currency,
    email,
    callbackUrl,
    metadata,
    accessCode: randomBytes(15).toString("base64url"),
    createdAt: now().toISOString(),
    tries: 0,
    state: { name: "abandoned" },
    reported: true,
  };
  keepTransaction(ledger, transaction);
  return transaction;
}

export function findTransaction(
  context: Context,
  account: string,
  reference: string,
): Transaction | undefined {
  const found = context.ledger.byReference.get(referenceKey(account, reference));
  return found && settle(context, found);
}

export function findByAccessCode(context: Context, code: string): Transaction | undefined {
  const found = context.ledger.byAccessCode.get(code);
  return found && settle(context, found);
}

export function allTransactions(context: Context): Transaction[] {
  return [...context.ledger.transactions.values()].map((transaction) => settle(context, transaction));
}

/** Whether the buyer can still act. */
export function isOpen({ state }: Transaction): boolean {
  return state.name === "abandoned" || state.name === "failed" || state.name === "ongoing";
}

/** What the caller wants to go wrong with this payment, from its metadata. */
export const faultOf = ({ metadata }: Transaction) => metadata?.sandbox_fault;

function outcomeOf(transaction: Transaction, card: TestCard): TestCard["outcome"] {
  if (card.outcome !== "succeeds") return card.outcome;
  const fault = faultOf(transaction);
  return fault === "decline" ? "declined" : fault === "late" ? "late" : "succeeds";
}

/** Returns whether the buyer gets a response: one test card takes the money and never responds. */
export function payByCard(
  context: Context,
  transaction: Transaction,
  card: TestCard,
): "answers" | "is silent" {
  if (!isOpen(transaction)) return "answers";
  const number = { bin: card.number.slice(0, 6), last4: card.number.slice(-4) };
  const means: Means = { channel: "card", number };
  transaction.tries += 1;
  switch (outcomeOf(transaction, card)) {
    case "succeeds":
      succeed(context, transaction, means, context.now());
      return "answers";
    case "silent":
      succeed(context, transaction, means, context.now(), "tell nobody");
      return "is silent";
    case "declined":
      change(context, transaction, { name: "failed", why: "Declined", means });
      return "answers";
    case "insufficient_funds":
      change(context, transaction, { name: "failed", why: "Insufficient Funds", means });
      return "answers";
    case "second_step":
      change(context, transaction, { name: "ongoing", means });
      return "answers";
    case "late":
      wait(context, transaction, { name: "processing", means }, context.settings.lateMs);
      return "answers";
  }
}

export function enterCode(context: Context, transaction: Transaction, code: string): void {
  const { state } = transaction;
  if (state.name !== "ongoing") return;
  if (code.trim() === rightCode) succeed(context, transaction, state.means, context.now());
  else change(context, transaction, { name: "failed", why: "Wrong one-time code", means: state.means });
}

export function payByTransfer(context: Context, transaction: Transaction): void {
  if (!isOpen(transaction)) return;
  transaction.tries += 1;
  const means: Means = { channel: "bank_transfer" };
  wait(context, transaction, { name: "pending", means }, context.settings.transferMs);
}

/** Applies a pending outcome once it is due. */
export function settle(context: Context, transaction: Transaction): Transaction {
  const { state } = transaction;
  if (state.name !== "pending" && state.name !== "processing") return transaction;
  const due = new Date(state.succeedsAt);
  if (context.now() >= due) succeed(context, transaction, state.means, due);
  return transaction;
}

/**
 * Settles the transaction when its time has come, even if no request asks for it, because a notification is due then.
 */
export function watch(context: Context, transaction: Transaction): void {
  const { state } = settle(context, transaction);
  if (state.name !== "pending" && state.name !== "processing") return;
  const leftMs = new Date(state.succeedsAt).getTime() - context.now().getTime();
  // A test's stopped clock must not cause a busy loop.
  context.timers.after(Math.max(leftMs, 250), () => watch(context, transaction));
}

export function reverse(context: Context, transaction: Transaction): void {
  const { state } = transaction;
  if (state.name === "success") change(context, transaction, { ...state, name: "reversed" });
}

function wait(
  context: Context,
  transaction: Transaction,
  state: { name: "pending" | "processing"; means: Means },
  ms: number,
): void {
  const succeedsAt = new Date(context.now().getTime() + ms).toISOString();
  change(context, transaction, { ...state, succeedsAt });
  watch(context, transaction);
}

function succeed(
  context: Context,
  transaction: Transaction,
  means: Means,
  at: Date,
  whom: "tell" | "tell nobody" = "tell",
): void {
  transaction.reported = whom === "tell nobody";
  change(context, transaction, { name: "success", means, paidAt: at.toISOString() });
  if (!transaction.reported) notifyCharge(context, transaction);
  context.afterPayment(transaction);
}

function change({ ledger }: Context, transaction: Transaction, state: State): void {
  transaction.state = state;
  keepTransaction(ledger, transaction);
}
