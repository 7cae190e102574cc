import { type StripeSimulator, startStripe } from "billfold-sandbox/stripe";
import { onTestFinished } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { type ManualClock, manualClock } from "../../../../platform/values/clock.ts";
import { makeOrder } from "../order.fixture.ts";
import type { Account, Order, RefundOrder } from "../port.ts";
import { stripe } from "./gateway.ts";

export const webhookSecret = "whsec_ourOwnSecret";

export type World = {
  clock: ManualClock;
  simulator: StripeSimulator;
  outbound: Outbound;
  account: Account;
};

/** A Stripe of one's own on a real port, with a clock that can be moved. */
export async function stripeWorld(options: { notifyAt?: string } = {}): Promise<World> {
  const clock = manualClock(new Date("2026-03-02T10:00:00Z"));
  const simulator = await startStripe({ ...options, webhookSecret, now: clock.now });
  onTestFinished(() => simulator.close());
  const account = { baseUrl: simulator.url, secretKey: "sk_test_ours", webhookSecret };
  return { clock, simulator, outbound: testOutbound(), account };
}

/** Opened and paid; gives what a refund of all of it takes. */
export async function paidOrder(world: World, changes: Partial<Order> = {}): Promise<RefundOrder> {
  const order = makeOrder(world, changes);
  const { session } = await stripe.open(world.outbound, world.account, order);
  await world.simulator.pay(session!, "paid");
  const seen = await stripe.look(world.outbound, world.account, { reference: order.reference, session });
  if (seen.status !== "paid") throw new Error(`it is ${seen.status}, not paid`);
  const { reference, amount, currency } = order;
  const { transaction } = seen;
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

/** The same way out for somebody in a hurry. */
export function impatient(outbound: Outbound, timeoutMs = 300): Outbound {
  return { ...outbound, send: (request) => outbound.send({ ...request, timeoutMs }) };
}
