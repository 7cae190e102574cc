import { describe, expect, test } from "vitest";
import type { RefundRequest } from "../port.ts";
import { paidOrder, type StripeSetup, startStripeSetup, withTimeout } from "./gateway.fixture.ts";
import { stripe } from "./gateway.ts";

const day = 24 * 3_600_000;

const refund = ({ outbound, account }: StripeSetup, order: RefundRequest) =>
  stripe.refund(outbound, account, order);

describe("a refund", () => {
  test("gives money back under our key, in part and then the rest", async () => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    const part = await refund(setup, { ...order, amount: "500.50", reason: "A chair was broken" });
    const rest = await refund(setup, { ...order, amount: "1000", key: "ref-2" });
    const [first, second] = setup.simulator.refunds();
    expect([part, rest]).toEqual([
      { status: "done", refund: first!.id },
      { status: "done", refund: second!.id },
    ]);
    const { reference, key, transaction } = order;
    expect(first).toMatchObject({
      amount: 50050,
      payment_intent: transaction,
      metadata: { key, reference, reason: "A chair was broken" },
    });
    expect(second).toMatchObject({ amount: 100000, metadata: { key: "ref-2", reference } });
  });

  test.each([
    ["pending", "processing"],
    ["requires_action", "processing"],
    ["succeeded", "done"],
  ] as const)("that is %s at Stripe is %s", async (status, expected) => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    setup.simulator.refundsBecome(status);
    const refunded = await refund(setup, order);
    expect(refunded).toEqual({ status: expected, refund: setup.simulator.refunds()[0]!.id });
    expect(await refund(setup, { ...order, again: true })).toEqual(refunded);
  });

  test.each([
    ["failed", "Stripe could not make the refund (lost_or_stolen_card)"],
    ["canceled", "Stripe could not make the refund (canceled)"],
  ] as const)("that %s says so", async (status, reason) => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    setup.simulator.refundsBecome(status);
    expect(await refund(setup, order)).toEqual({ status: "failed", reason });
  });

  test("that takes its time is seen to end when it is asked for again", async () => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    setup.simulator.refundsBecome("pending");
    expect(await refund(setup, order)).toMatchObject({ status: "processing" });
    await setup.simulator.settleRefund(setup.simulator.refunds()[0]!.id, "failed");
    expect(await refund(setup, { ...order, again: true })).toMatchObject({ status: "failed" });
    expect(setup.simulator.refunds()).toHaveLength(1);
  });

  test("of more than is left fails in Stripe's words", async () => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    const reason = "Refund amount (NGN 1500.51) is greater than unrefunded amount on charge (NGN 1500.50)";
    expect(await refund(setup, { ...order, amount: "1500.51" })).toEqual({ status: "failed", reason });
  });

  test("of a payment that was refunded elsewhere fails, and so does one of an unpaid payment", async () => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    await refund(setup, order);
    const other = await refund(setup, { ...order, key: "ref-2" });
    expect(other).toEqual({ status: "failed", reason: expect.stringMatching(/has already been refunded$/) });
    const unpaid = await refund(setup, { ...order, key: "ref-3", transaction: "pi_none" });
    expect(unpaid).toEqual({ status: "failed", reason: "No such payment_intent: 'pi_none'" });
  });
});

describe("money is given back once", () => {
  async function lostAnswer(amount?: string) {
    const setup = await startStripeSetup();
    const whole = await paidOrder(setup);
    const order = { ...whole, amount: amount ?? whole.amount };
    setup.simulator.faults.set("hang_after", { call: "create_refund", times: 1 });
    await expect(stripe.refund(withTimeout(setup.outbound), setup.account, order)).rejects.toMatchObject({
      code: "integration_unavailable",
    });
    const [made] = setup.simulator.refunds();
    return { setup, order, done: { status: "done", refund: made!.id } };
  }

  test.each([true, false])("after a lost answer, asked again with again = %j", async (again) => {
    const { setup, order, done } = await lostAnswer("700");
    expect(await refund(setup, { ...order, again })).toEqual(done);
    expect(setup.simulator.refunds()).toHaveLength(1);
  });

  test("when Stripe has forgotten the idempotency key, because it is looked for", async () => {
    const { setup, order, done } = await lostAnswer("700");
    setup.clock.advance(2 * day);
    expect(await refund(setup, { ...order, again: true })).toEqual(done);
    expect(setup.simulator.refunds()).toHaveLength(1);
  });

  test("and a refusal because of itself is no failure", async () => {
    const { setup, order, done } = await lostAnswer();
    setup.clock.advance(2 * day);
    expect(await refund(setup, { ...order, again: false })).toEqual(done);
    expect(setup.simulator.refunds()).toHaveLength(1);
  });

  test("when the same key comes with other words", async () => {
    const { setup, order, done } = await lostAnswer("700");
    expect(await refund(setup, { ...order, reason: "Because" })).toEqual(done);
    expect(setup.simulator.refunds()).toHaveLength(1);
  });

  test("when it is asked for many times at once", async () => {
    const setup = await startStripeSetup();
    const order = await paidOrder(setup);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        refund(setup, { ...order, amount: "100", again: index % 2 === 0 }),
      ),
    );
    const [made, ...others] = setup.simulator.refunds();
    expect(others).toEqual([]);
    expect(answers).toEqual(answers.map(() => ({ status: "done", refund: made!.id })));
  });

  test("and behind a hundred other refunds of the same payment", async () => {
    const setup = await startStripeSetup();
    const order = { ...(await paidOrder(setup)), amount: "1" };
    const first = await refund(setup, order);
    for (let count = 0; count < 105; count += 1) await refund(setup, { ...order, key: `ref-x${count}` });
    setup.clock.advance(2 * day);
    expect(await refund(setup, { ...order, again: true })).toEqual(first);
    expect(setup.simulator.refunds()).toHaveLength(106);
  });

  test("and not at all while the look for it fails", async () => {
    const { setup, order } = await lostAnswer("700");
    setup.clock.advance(2 * day);
    for (const fault of ["error", "garbage", "down"] as const) {
      // Twice, because a connection that has served before is given a second chance.
      setup.simulator.faults.clear();
      setup.simulator.faults.set(fault, { call: "list_refunds", times: 2 });
      await expect(refund(setup, { ...order, again: true })).rejects.toMatchObject({
        code: expect.stringMatching(/^integration_/),
      });
    }
    expect(setup.simulator.refunds()).toHaveLength(1);
  });
});
