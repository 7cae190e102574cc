import { describe, expect, test } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import {
  constantGateway,
  errorOf,
  everyCall,
  paidOrder,
  refundsOf,
  startGatewaySetup,
} from "./gateway.fixture.ts";
import { paystack } from "./gateway.ts";

describe("a refund", () => {
  test("is accepted, then done, and carries our key and the reason in the company's own note", async () => {
    const setup = await startGatewaySetup({ refundMs: 60_000 });
    const order = { ...(await paidOrder(setup)), amount: "500.25", reason: "Two pens were broken" };
    const accepted = await paystack.refund(setup.outbound, setup.account, order);
    const [made] = refundsOf(setup, order.reference);
    expect(accepted).toEqual({ status: "processing", refund: String(made?.id) });
    expect(made).toMatchObject({ amount: 50_025, merchantNote: `${order.key} Two pens were broken` });
    setup.clock.advance(60_000);
    const done = await paystack.refund(setup.outbound, setup.account, { ...order, again: true });
    expect(done).toEqual({ status: "done", refund: String(made?.id) });
    expect(refundsOf(setup, order.reference)).toHaveLength(1);
  });

  test("that is asked for again is made where it was not made before", async () => {
    const setup = await startGatewaySetup();
    const order = await paidOrder(setup);
    setup.simulator.faults.set({ refund: { fault: "down", times: 1 } });
    await errorOf(() => paystack.refund(setup.outbound, setup.account, order));
    const made = await paystack.refund(setup.outbound, setup.account, { ...order, again: true });
    expect(made.status).toBe("processing");
    expect(refundsOf(setup, order.reference)).toHaveLength(1);
  });

  test("is not taken for another whose key begins alike", async () => {
    const setup = await startGatewaySetup();
    const order = await paidOrder(setup);
    const first = { ...order, amount: "1", key: "ref-10", reason: "ref-1" };
    await paystack.refund(setup.outbound, setup.account, first);
    await paystack.refund(setup.outbound, setup.account, { ...first, key: "ref-1", again: true });
    expect(refundsOf(setup, order.reference).map(({ merchantNote }) => merchantNote)).toEqual([
      "ref-10 ref-1",
      "ref-1 ref-1",
    ]);
  });

  test("is found among hundreds of others of the same payment", async () => {
    const setup = await startGatewaySetup();
    const order = { ...(await paidOrder(setup)), amount: "0.01" };
    const keys = Array.from({ length: 230 }, (_, place) => `ref-${place}`);
    for (const key of keys) await paystack.refund(setup.outbound, setup.account, { ...order, key });
    const oldest = await paystack.refund(setup.outbound, setup.account, {
      ...order,
      key: "ref-0",
      again: true,
    });
    expect(oldest).toMatchObject({ status: "processing" });
    expect(refundsOf(setup, order.reference)).toHaveLength(230);
  });

  test("that the bank does not take ends as failed, also when asked for again", async () => {
    const setup = await startGatewaySetup({ refundMs: 1_000 });
    const order = await paidOrder(setup);
    setup.simulator.faults.set({ refund_ends: "failed" });
    await paystack.refund(setup.outbound, setup.account, order);
    setup.clock.advance(1_000);
    const ended = await paystack.refund(setup.outbound, setup.account, { ...order, again: true });
    expect(ended).toEqual({ status: "failed", reason: "The bank did not take the money back" });
    expect(refundsOf(setup, order.reference)).toHaveLength(1);
  });

  test("of more than was paid fails with the gateway's reason, and nothing is given back", async () => {
    const setup = await startGatewaySetup();
    const order = { ...(await paidOrder(setup)), amount: "1500.51" };
    expect(await paystack.refund(setup.outbound, setup.account, order)).toEqual({
      status: "failed",
      reason: "Refund amount cannot be more than the transaction amount",
    });
    expect(refundsOf(setup, order.reference)).toEqual([]);
  });

  test("that is rejected as a duplicate is found, even without `again`", async () => {
    const setup = await startGatewaySetup();
    const order = await paidOrder(setup);
    const made = await paystack.refund(setup.outbound, setup.account, order);
    expect(await paystack.refund(setup.outbound, setup.account, order)).toEqual(made);
    expect(refundsOf(setup, order.reference)).toHaveLength(1);
  });

  test.each(["hang", "error", "garbage", "down"] as const)(
    "is not made while nobody can tell whether it was made before: the list is %s",
    async (fault) => {
      const setup = await startGatewaySetup();
      const order = { ...(await paidOrder(setup)), again: true };
      setup.simulator.faults.set({ refunds: { fault } });
      const outbound = { ...setup.outbound, send: hurried(setup.outbound.send) };
      await errorOf(() => paystack.refund(outbound, setup.account, order));
      expect(refundsOf(setup, order.reference)).toEqual([]);
    },
  );

  test("is not made when the list never ends", async () => {
    const outsiders = Array.from({ length: 100 }, (_, id) => ({ id, merchant_note: "not ours" }));
    const account = await constantGateway(200, { status: true, message: "ok", data: outsiders });
    const error = await errorOf(everyCall(testOutbound(), account)["refund again"]!);
    expect(error.code).toBe("integration_error");
  });

  test.each([{ amount: 501 }, { currency: "USD" }])(
    "of something else is not called ours: %j",
    async (changes) => {
      const data = { id: 7, status: "processed", amount: 500, currency: "NGN", ...changes };
      const account = await constantGateway(200, { status: true, message: "ok", data });
      const error = await errorOf(everyCall(testOutbound(), account).refund!);
      expect(error.message).toContain("Check its refund 7");
    },
  );

  test.each([
    ["processed", { status: "done", refund: "7" }],
    ["pending", { status: "processing", refund: "7" }],
    ["processing", { status: "processing", refund: "7" }],
    ["needs-attention", { status: "processing", refund: "7" }],
    ["failed", { status: "failed", reason: "The bank did not accept the refund" }],
  ])("that Paystack calls %j is %j", async (status, refunded) => {
    const data = { id: 7, status, amount: 500, currency: "NGN" };
    const account = await constantGateway(200, { status: true, message: "ok", data });
    expect(await everyCall(testOutbound(), account).refund!()).toEqual(refunded);
  });
});

type Send = Awaited<ReturnType<typeof startGatewaySetup>>["outbound"]["send"];
const hurried =
  (send: Send): Send =>
  (request) =>
    send({ ...request, timeoutMs: 300 });
