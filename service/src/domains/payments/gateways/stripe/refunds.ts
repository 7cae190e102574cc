import type Stripe from "stripe";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import type { GatewayAccount, RefundOutcome, RefundRequest } from "../port.ts";
import { malformedResponse, safeMessage } from "../responses.ts";
import { toStripeAmount } from "./amounts.ts";
import { isKeyReused, isRefusal } from "./errors.ts";
import { findInPages, isId, isWord } from "./responses.ts";
import { callStripe } from "./transport.ts";

export async function refund(
  outbound: Outbound,
  account: GatewayAccount,
  order: RefundRequest,
): Promise<RefundOutcome> {
  const { key, reference, reason } = order;
  const amount = expressible(order);
  if (typeof amount === "object") return amount;
  const params: Stripe.RefundCreateParams = {
    payment_intent: order.transaction,
    amount,
    metadata: { key, reference, ...(reason !== null && { reason: reason.slice(0, 500).toWellFormed() }) },
  };
  return callStripe(outbound, account, "refund a payment", async (client): Promise<RefundOutcome> => {
    const before = order.again ? await findRefund(client, order) : undefined;
    if (before) return readRefund(before);
    try {
      return readRefund(await client.refunds.create(params, { idempotencyKey: key }));
    } catch (error) {
      if (!isRefusal(error) && !isKeyReused(error)) throw error;
      // Stripe may reject it because of this very refund, requested by a call whose response was lost.
      const ours = await findRefund(client, order);
      if (ours) return readRefund(ours);
      if (!isRefusal(error)) throw error;
      return { status: "failed", reason: safeMessage(error.message, account) };
    }
  });
}

/** A refund whose amount Stripe's units cannot express fails at once. */
function expressible({ amount, currency }: RefundRequest): number | RefundOutcome {
  try {
    return toStripeAmount(amount, currency);
  } catch (error) {
    return { status: "failed", reason: (error as Error).message };
  }
}

function readRefund({ id, status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (!isId(id)) throw malformedResponse("Stripe");
  if (status === "succeeded") return { status: "done", refund: id };
  if (status !== "failed" && status !== "canceled") return { status: "processing", refund: id };
  const why = isWord(failure_reason) ? failure_reason : status;
  return { status: "failed", reason: `Stripe could not make the refund (${why})` };
}

async function findRefund(client: Stripe, order: RefundRequest): Promise<Stripe.Refund | undefined> {
  const { found, complete } = await findInPages(
    50,
    (page) => client.refunds.list({ ...page, payment_intent: order.transaction }),
    ({ metadata }) => metadata?.key === order.key,
  );
  // Refunding twice is worse than not knowing.
  if (!found && !complete) throw malformedResponse("Stripe");
  return found;
}
