import type { Context } from "./context.ts";
import { keepRefund, nextId } from "./ledger.ts";
import { notifyRefund } from "./notifications.ts";
import type { RefundRequest } from "./schemas.ts";
import { faultOf, findTransaction, reverse, settle, type Transaction } from "./transactions.ts";

/** A refund is processed or fails at once, unless the settings or a fault say that it takes longer. */
export type Refund = {
  id: number;
  account: string;
  transactionId: number;
  amount: number;
  currency: string;
  merchantNote: string;
  customerNote: string;
  createdAt: string;
  endsAt: string;
  state: "pending" | "processed" | "failed";
  /** The final state that it will reach. */
  end: "processed" | "failed";
};

/** Returns the refund, or the reason for refusing it as text. */
export function createRefund(context: Context, account: string, request: RefundRequest): Refund | string {
  const transaction = findForRefund(context, account, request.transaction);
  if (!transaction) return "Transaction not found";
  if (transaction.state.name === "reversed") return "Transaction has been fully reversed";
  if (transaction.state.name !== "success") return "Transaction has not been paid";
  if (request.currency !== null && request.currency !== transaction.currency) {
    return "Refund currency must be the currency of the transaction";
  }
  const left = transaction.amount - takenBack(context, transaction);
  if (left === 0) return "Transaction has been fully reversed";
  const amount = request.amount ?? left;
  if (amount > left) return "Refund amount cannot be more than the transaction amount";
  return store(context, transaction, amount, request);
}

const dayMs = 86_400_000;

function store(context: Context, transaction: Transaction, amount: number, request: RefundRequest): Refund {
  const { ledger, now, settings, faults } = context;
  const refund: Refund = {
    id: nextId(ledger.refunds),
    account: transaction.account,
    transactionId: transaction.id,
    amount,
    currency: transaction.currency,
    merchantNote: request.merchantNote ?? `Refund for transaction ${transaction.reference}`,
    customerNote: request.customerNote ?? `Refund for transaction ${transaction.reference}`,
    createdAt: now().toISOString(),
    endsAt: new Date(
      now().getTime() + (faultOf(transaction) === "refund_pending" ? dayMs : settings.refundMs),
    ).toISOString(),
    state: "pending",
    end: faults.plan().refund_ends ?? "processed",
  };
  keepRefund(ledger, refund);
  watchRefund(context, refund);
  return refund;
}

/** Finds the transaction by reference or by id. */
function findForRefund(context: Context, account: string, name: string): Transaction | undefined {
  const byReference = findTransaction(context, account, name);
  if (byReference) return byReference;
  const byId = context.ledger.transactions.get(Number(name));
  return byId?.account === account ? settle(context, byId) : undefined;
}

export function listRefunds(context: Context, account: string, transactionId?: number): Refund[] {
  return [...context.ledger.refunds.values()]
    .filter((refund) => refund.account === account)
    .filter((refund) => transactionId === undefined || refund.transactionId === transactionId)
    .map((refund) => settleRefund(context, refund))
    .reverse();
}

export function findRefund(context: Context, account: string, id: number): Refund | undefined {
  const found = context.ledger.refunds.get(id);
  return found?.account === account ? settleRefund(context, found) : undefined;
}

export function allRefunds(context: Context): Refund[] {
  return [...context.ledger.refunds.values()].map((refund) => settleRefund(context, refund));
}

export function transactionOf({ ledger }: Context, refund: Refund): Transaction {
  return ledger.transactions.get(refund.transactionId)!;
}

/** Settles the refund when its time has come, even if no request asks for it, because a notification is due then. */
export function watchRefund(context: Context, refund: Refund): void {
  if (settleRefund(context, refund).state !== "pending") return;
  const leftMs = new Date(refund.endsAt).getTime() - context.now().getTime();
  context.timers.after(Math.max(leftMs, 250), () => watchRefund(context, refund));
}

function settleRefund(context: Context, refund: Refund): Refund {
  if (refund.state !== "pending" || context.now() < new Date(refund.endsAt)) return refund;
  refund.state = refund.end;
  keepRefund(context.ledger, refund);
  const transaction = transactionOf(context, refund);
  if (takenBack(context, transaction, "processed") === transaction.amount) reverse(context, transaction);
  notifyRefund(context, transaction, refund);
  return refund;
}

/** The amount already refunded or pending, in integer minor units, which add up exactly. */
function takenBack({ ledger }: Context, { id }: Transaction, only?: Refund["state"]): number {
  return [...ledger.refunds.values()]
    .filter(
      ({ transactionId, state }) => transactionId === id && state !== "failed" && (!only || state === only),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}
