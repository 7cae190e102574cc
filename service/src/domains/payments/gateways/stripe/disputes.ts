import { Big } from "big.js";
import type Stripe from "stripe";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { toPlain } from "../../../../platform/values/money.ts";
import type { GatewayAccount, GatewayDispute, ListedDispute } from "../port.ts";
import { malformedResponse } from "../responses.ts";
import { fromStripeAmount } from "./amounts.ts";
import { entriesOf, findInPages, isId, isWord } from "./responses.ts";
import { callStripe } from "./transport.ts";

/**
 * A payment may be disputed more than once, such as by an inquiry and then by a chargeback. What was lost counts, then what is
 * open, then what was won.
 */
export function fetchDispute(
  outbound: Outbound,
  account: GatewayAccount,
  { transaction }: { transaction: string },
): Promise<GatewayDispute | undefined> {
  return callStripe(outbound, account, "look up a dispute", async (client) => {
    const listed = entriesOf(await client.disputes.list({ payment_intent: transaction, limit: 100 }));
    const disputes = listed.map(readDispute);
    for (const status of ["lost", "open", "won"] as const) {
      const same = disputes.filter((dispute) => dispute.status === status);
      const [newest] = same;
      if (newest) return { ...newest, amount: sumOf(same.filter((one) => one.currency === newest.currency)) };
    }
    return undefined;
  });
}

const pagesMax = 100;

/** Those that were created since a moment; of more than 10,000 the oldest are not read. */
export function listDisputes(
  outbound: Outbound,
  account: GatewayAccount,
  since: Date,
): Promise<ListedDispute[]> {
  return callStripe(outbound, account, "list disputes", async (client) => {
    const listed: ListedDispute[] = [];
    const created = { gte: Math.floor(since.getTime() / 1000) };
    await findInPages(
      pagesMax,
      (page) => client.disputes.list({ created, ...page }),
      (dispute) => {
        // Disputes of payments that were not made by a payment intent are none of ours.
        if (isId(dispute.payment_intent)) {
          listed.push({ transaction: dispute.payment_intent, status: statusOf(dispute) });
        }
        return false;
      },
    );
    return listed;
  });
}

function readDispute(dispute: Stripe.Dispute): GatewayDispute {
  const currency = String(dispute.currency).toUpperCase();
  const amount = fromStripeAmount(dispute.amount, currency);
  if (amount === undefined) throw malformedResponse("Stripe");
  return {
    status: statusOf(dispute),
    reason: isWord(dispute.reason) ? dispute.reason : null,
    amount,
    currency,
  };
}

/** Stripe withholds the money as soon as a bank asks for it, and gives it back if the dispute is won. */
function statusOf({ status, balance_transactions: moved }: Stripe.Dispute): GatewayDispute["status"] {
  switch (status as string) {
    case "lost":
      return "lost";
    case "won":
    case "warning_closed":
      return "won";
    case "prevented":
      // The bank ended it before it began: by a refund, or by withdrawing it.
      return (moved ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? "lost" : "won";
    default:
      return "open";
  }
}

const sumOf = (disputes: readonly GatewayDispute[]) =>
  toPlain(disputes.reduce((sum, { amount }) => sum.plus(amount), new Big(0)));
