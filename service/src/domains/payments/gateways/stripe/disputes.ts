import { Big } from "big.js";
import type Stripe from "stripe";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { toPlain } from "../../../../platform/values/money.ts";
import type { GatewayAccount, GatewayDispute } from "../port.ts";
import { malformedResponse } from "../responses.ts";
import { fromStripeAmount } from "./amounts.ts";
import { entriesOf, isWord } from "./answers.ts";
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
