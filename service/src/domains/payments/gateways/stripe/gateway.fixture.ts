import { type StripeSimulator, startStripe } from "billfold-sandbox/stripe";
import { onTestFinished } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { type ManualClock, manualClock } from "../../../../platform/values/clock.ts";
import { paymentRequest } from "../order.fixture.ts";
import type { GatewayAccount, PaymentRequest, RefundRequest } from "../port.ts";
import { stripe } from "./gateway.ts";

export const webhookSecret = "whsec_ourOwnSecret";

export type StripeSetup = {
  clock: ManualClock;
  simulator: StripeSimulator;
  outbound: Outbound;
  account: GatewayAccount;
};

/** Starts a Stripe simulator on a real port, with a clock that the test moves. */
export async function startStripeSetup(options: { notifyAt?: string } = {}): Promise<StripeSetup> {
  const clock = manualClock(new Date("2026-03-02T10:00:00Z"));
  const simulator = await startStripe({ ...options, webhookSecret, now: clock.now });
  onTestFinished(() => simulator.close());
  const account = { baseUrl: simulator.url, secretKey: "sk_test_ours", webhookSecret };
  return { clock, simulator, outbound: testOutbound(), account };
}

/** Opens and pays a payment; returns what a full refund needs. */
export async function paidOrder(
  setup: StripeSetup,
  changes: Partial<PaymentRequest> = {},
): Promise<RefundRequest> {
  const order = paymentRequest(setup, changes);
  const { session } = await stripe.open(setup.outbound, setup.account, order);
  await setup.simulator.pay(session!, "paid");
  const status = await stripe.fetchStatus(setup.outbound, setup.account, {
    reference: order.reference,
    session,
  });
  if (status.status !== "paid") throw new Error(`it is ${status.status}, not paid`);
  const { reference, amount, currency } = order;
  const { transaction } = status;
  const isStillOurs = () => true;
  return {
    reference,
    session,
    transaction,
    key: "ref-1-Qw3r",
    amount,
    currency,
    reason: null,
    again: false,
    isStillOurs,
  };
}

/** Outbound calls with a short timeout. */
export function withTimeout(outbound: Outbound, timeoutMs = 300): Outbound {
  return { ...outbound, send: (request) => outbound.send({ ...request, timeoutMs }) };
}
