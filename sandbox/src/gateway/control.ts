import { decoded, type Exchange, isFromHere } from "../exchange.ts";
import { findTestCard } from "./cards.ts";
import type { Context } from "./context.ts";
import { type DisputeState, disputeStates, disputeTransaction } from "./disputes.ts";
import { json, type Reply, readFields } from "./exchange.ts";
import { type FaultPlan, faultPlanShape } from "./faults.ts";
import { allRefunds, type Refund } from "./refunds.ts";
import { faultsOf, object, oneOf, whole } from "./shape.ts";
import { allTransactions, enterCode, payByCard, payByTransfer, type Transaction } from "./transactions.ts";

/** Endpoints for tests: they set faults, list transactions, pay without the page, and dispute what was paid. */
export function answerControl(context: Context, exchange: Exchange): Reply {
  const { request, url } = exchange;
  if (!isFromHere(exchange)) return json(403, { error: "Only this machine may ask that." });
  const asked = `${request.method} ${url.pathname}`;
  if (asked === "GET /control/faults") return json(200, context.faults.plan());
  if (asked === "POST /control/faults") return setFaults(context, exchange);
  if (asked === "DELETE /control/faults") {
    context.faults.clear();
    return json(200, {});
  }
  if (asked === "GET /control/transactions") return json(200, views(context));
  if (asked === "GET /control/notifications") return json(200, context.notifier.sent);
  const [, reference] = /^POST \/control\/transactions\/([^/]+)\/pay$/.exec(asked) ?? [];
  if (reference !== undefined) return pay(context, exchange, decoded(reference));
  const [, disputed] = /^POST \/control\/transactions\/([^/]+)\/dispute$/.exec(asked) ?? [];
  if (disputed !== undefined) return dispute(context, exchange, decoded(disputed));
  return json(404, { error: "There is no such control." });
}

function setFaults(context: Context, exchange: Exchange): Reply {
  const plan = readFields(exchange);
  const faults = faultsOf(faultPlanShape, plan, "faults");
  if (faults.length > 0) return json(422, { error: faults.join("; ") });
  context.faults.set(plan as FaultPlan);
  return json(200, context.faults.plan());
}

function theOnly(context: Context, reference: string): Transaction | Reply {
  const found = allTransactions(context).filter((transaction) => transaction.reference === reference);
  const [transaction] = found;
  if (!transaction) return json(404, { error: "There is no transaction with this reference." });
  return found.length > 1 ? json(409, { error: "Several accounts have this reference." }) : transaction;
}

/** `{ "status": "open" | "won" | "lost", "amount"? }`, in minor units. */
function dispute(context: Context, exchange: Exchange, reference: string): Reply {
  const transaction = theOnly(context, reference);
  if (!isTransaction(transaction)) return transaction;
  const fields = readFields(exchange) ?? {};
  const faults = faultsOf(object({ status: oneOf(...disputeStates) }, { amount: whole }), fields, "dispute");
  if (faults.length > 0) return json(422, { error: faults.join("; ") });
  const { status, amount } = fields as { status: DisputeState; amount?: number };
  const fault = disputeTransaction(context, transaction, status, amount === undefined ? {} : { amount });
  if (fault !== undefined) return json(422, { error: fault });
  return json(200, viewOf(context, transaction));
}

const isTransaction = (found: Transaction | Reply): found is Transaction =>
  typeof found === "object" && "accessCode" in found;

function pay(context: Context, exchange: Exchange, reference: string): Reply {
  const transaction = theOnly(context, reference);
  if (!isTransaction(transaction)) return transaction;
  const { card, code, transfer } = readFields(exchange) ?? {};
  const fault = payAs(context, transaction, {
    ...(typeof card === "string" ? { card } : {}),
    ...(typeof code === "string" ? { code } : {}),
    transfer: transfer === true,
  });
  if (fault !== undefined) return json(422, { error: fault });
  return json(200, viewOf(context, transaction));
}

export type Paying = { card?: string; code?: string; transfer?: boolean };

/**
 * Pays as a buyer would on the page, by default with the card that succeeds. Returns the reason for a refusal as
 * text.
 */
export function payAs(context: Context, transaction: Transaction, paying: Paying): string | undefined {
  if (paying.code !== undefined) {
    enterCode(context, transaction, paying.code);
    return undefined;
  }
  if (paying.transfer) {
    payByTransfer(context, transaction);
    return undefined;
  }
  const card = findTestCard(paying.card ?? "4242424242424242");
  if (!card) return "This is no test card.";
  payByCard(context, transaction, card);
  return undefined;
}

/** A transaction without the gateway's internal fields. */
export type TransactionView = Pick<
  Transaction,
  "id" | "reference" | "amount" | "currency" | "email" | "metadata" | "createdAt" | "tries"
> & {
  status: Transaction["state"]["name"];
  page: string;
  refunds: Pick<Refund, "id" | "amount" | "merchantNote" | "state">[];
};

export function views(context: Context): TransactionView[] {
  return allTransactions(context).map((transaction) => viewOf(context, transaction));
}

export function viewOf(context: Context, transaction: Transaction): TransactionView {
  const { id, reference, amount, currency, email, metadata, createdAt, tries } = transaction;
  const refunds = allRefunds(context)
    .filter(({ transactionId }) => transactionId === id)
    .map(({ id, amount, merchantNote, state }) => ({ id, amount, merchantNote, state }));
  return {
    ...{ id, reference, amount, currency, email, metadata, createdAt, tries },
    status: transaction.state.name,
    page: `${context.settings.pagesAt}/${transaction.accessCode}`,
    refunds,
  };
}
