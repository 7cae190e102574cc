import { type Gateway as Simulator, startGateway } from "billfold-sandbox/gateway";
import { expect, onTestFinished } from "vitest";
import { ApiError } from "../../../../contract/errors.ts";
import { httpServer, testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { type ManualClock, manualClock } from "../../../../platform/values/clock.ts";
import { paymentRequest } from "../order.fixture.ts";
import type { Gateway, GatewayAccount, PaymentRequest, RefundRequest } from "../port.ts";
import { paystack, sandbox } from "./gateway.ts";

export type GatewaySetup = {
  clock: ManualClock;
  simulator: Simulator;
  outbound: Outbound;
  account: GatewayAccount;
};

export const secretKey = "sk_test_ours";

/** Starts a gateway simulator on a real port, with a clock that the test moves. */
export async function startGatewaySetup(
  options: Parameters<typeof startGateway>[0] = {},
): Promise<GatewaySetup> {
  const clock = manualClock(new Date("2026-03-02T10:00:00Z"));
  const simulator = await startGateway({ now: clock.now, notifyRetryMs: 5, refundMs: 2_000, ...options });
  onTestFinished(() => simulator.close());
  return { clock, simulator, outbound: testOutbound(), account: accountAt(simulator.url) };
}

export const accountAt = (baseUrl: string): GatewayAccount => ({
  baseUrl,
  secretKey,
  webhookSecret: secretKey,
});

/** Opens a payment page; returns what `fetchStatus` needs. */
export async function openOrder(
  setup: GatewaySetup,
  changes: Partial<PaymentRequest> = {},
  by: Gateway = paystack,
) {
  const order = paymentRequest(setup, changes);
  const { pageUrl } = await by.open(setup.outbound, setup.account, order);
  const attempt = { reference: order.reference, session: null };
  return {
    order,
    pageUrl,
    attempt,
    fetchStatus: () => by.fetchStatus(setup.outbound, setup.account, attempt),
  };
}

/** Opens and pays a payment; returns what a full refund needs. */
export async function paidOrder(
  setup: GatewaySetup,
  changes: Partial<PaymentRequest> = {},
): Promise<RefundRequest> {
  const { order, fetchStatus } = await openOrder(setup, changes);
  setup.simulator.pay(order.reference);
  const seen = await fetchStatus();
  if (seen.status !== "paid") throw new Error(`it is ${seen.status}, not paid`);
  const { reference, amount, currency } = order;
  const { transaction } = seen;
  const key = `ref-${reference}`;
  const isStillOurs = () => true;
  return {
    reference,
    session: null,
    transaction,
    key,
    amount,
    currency,
    reason: null,
    again: false,
    isStillOurs,
  };
}

export const refundsOf = ({ simulator }: GatewaySetup, reference: string) =>
  simulator.transactions().find((transaction) => transaction.reference === reference)!.refunds;

/** Outbound calls with a short timeout. */
export function withTimeout(outbound: Outbound, timeoutMs = 300): Outbound {
  return { ...outbound, send: (request) => outbound.send({ ...request, timeoutMs }) };
}

/** A gateway with the same response to every request. */
export async function constantGateway(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<GatewayAccount> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { url } = await httpServer((_, response) => response.writeHead(status, headers).end(text));
  return accountAt(url);
}

/** Every call of the gateway interface, for that account. */
export function everyCall(
  outbound: Outbound,
  account: GatewayAccount,
): Record<string, () => Promise<unknown>> {
  const attempt = { reference: "att-1", session: null };
  const order = paymentRequest(
    { clock: manualClock(new Date("2026-03-02T10:00:00Z")) },
    { reference: "att-1" },
  );
  const refund = {
    ...attempt,
    transaction: "1000001",
    key: "ref-1",
    amount: "5",
    currency: "NGN",
    reason: null,
    isStillOurs: () => true,
  };
  return {
    check: () => sandbox.check(outbound, account),
    open: () => sandbox.open(outbound, account, order),
    fetchStatus: () => sandbox.fetchStatus(outbound, account, attempt),
    refund: () => sandbox.refund(outbound, account, { ...refund, again: false }),
    "refund again": () => sandbox.refund(outbound, account, { ...refund, again: true }),
  };
}

/** Returns the ApiError that the call throws, after checking that it contains no secret. */
export async function errorOf(call: () => Promise<unknown>): Promise<ApiError> {
  const error = await call().then(
    (value) => expect.fail(`it gave ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).not.toContain(secretKey);
  return error as ApiError;
}
