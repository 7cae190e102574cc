import { describe, expect, test } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import { constantGateway, errorOf, paidOrder, startGatewaySetup } from "./gateway.fixture.ts";
import { paystack } from "./gateway.ts";

const order = { reference: "att-1", session: null, transaction: "1000001" };
const answerOf = async (data: unknown) =>
  paystack.fetchDispute(
    testOutbound(),
    await constantGateway(200, { status: true, message: "", data }),
    order,
  );
const dispute = { status: "resolved", currency: "NGN", refund_amount: 5800, category: "chargeback" };

describe("the dispute of a payment", () => {
  test("is none, open, then decided, as the gateway says", async () => {
    const setup = await startGatewaySetup();
    const paid = await paidOrder(setup, { amount: "1000", currency: "NGN" });
    const fetch = () => paystack.fetchDispute(setup.outbound, setup.account, paid);
    expect(await fetch()).toBeUndefined();
    setup.simulator.dispute(paid.reference, "open");
    const open = { status: "open", reason: "chargeback", amount: "1000", currency: "NGN" };
    expect(await fetch()).toEqual(open);
    setup.simulator.dispute(paid.reference, "lost");
    expect(await fetch()).toEqual({ ...open, status: "lost" });
  });

  test.each([
    ["declined", "won"],
    ["merchant-accepted", "lost"],
    ["auto-accepted", "lost"],
    ["a word of next year", "open"],
    [null, "open"],
  ])("with the resolution %s is %s", async (resolution, status) => {
    const expected = { status, reason: "chargeback", amount: "58", currency: "NGN" };
    expect(await answerOf({ ...dispute, resolution })).toEqual(expected);
    expect(await answerOf([{ ...dispute, resolution }])).toEqual(expected);
  });

  test("without an amount is about the whole payment", async () => {
    const transaction = { amount: 100_000, currency: "NGN" };
    expect(await answerOf({ ...dispute, refund_amount: null, resolution: null, transaction })).toMatchObject({
      amount: "1000",
    });
  });

  test.each([
    null,
    "text",
    { ...dispute, refund_amount: -1 },
    { ...dispute, currency: 5 },
    { ...dispute, status: 1 },
  ])("in an answer like %j is an error", async (data) => {
    expect((await errorOf(() => answerOf(data))).code).toBe("integration_error");
  });
});

test("a notification of a dispute names the charge, and nothing else is taken for one", () => {
  const body = (event: string, data: object) => Buffer.from(JSON.stringify({ event, data }));
  const created = body("charge.dispute.create", {
    transaction: { reference: "att-1" },
    transaction_reference: null,
  });
  expect([paystack.referenceIn(created), paystack.isAboutDispute(created)]).toEqual(["att-1", true]);
  const success = body("charge.success", { reference: "att-1" });
  expect([paystack.referenceIn(success), paystack.isAboutDispute(success)]).toEqual(["att-1", false]);
  expect(paystack.isAboutDispute(Buffer.from("no JSON"))).toBe(false);
});
