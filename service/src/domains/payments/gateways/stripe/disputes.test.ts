import { describe, expect, test } from "vitest";
import { paidOrder, startStripeSetup } from "./gateway.fixture.ts";
import { stripe } from "./gateway.ts";

async function disputed(
  ...given: Parameters<Awaited<ReturnType<typeof startStripeSetup>>["simulator"]["dispute"]>[1][]
) {
  const setup = await startStripeSetup();
  const order = await paidOrder(setup, { amount: "1000", currency: "NGN" });
  for (const status of given) await setup.simulator.dispute(order.session!, status);
  return { setup, order, fetch: () => stripe.fetchDispute(setup.outbound, setup.account, order) };
}

describe("the list of disputes", () => {
  test("has those of the account that were opened since a moment, with the ids of their payments", async () => {
    const { setup, order } = await disputed("lost");
    const list = (since: Date) => stripe.listDisputes(setup.outbound, setup.account, since);
    expect(await list(new Date(0))).toEqual([{ transaction: order.transaction, status: "lost" }]);
    expect(await list(new Date("2100-01-01"))).toEqual([]);
    const other = { ...setup.account, secretKey: "sk_test_another" };
    expect(await stripe.listDisputes(setup.outbound, other, new Date(0))).toEqual([]);
  });
});

describe("the dispute of a payment", () => {
  test("is none while nobody disputes it", async () => {
    expect(await (await disputed()).fetch()).toBeUndefined();
  });

  test.each([
    ["warning_needs_response", "open"],
    ["warning_under_review", "open"],
    ["warning_closed", "won"],
    ["needs_response", "open"],
    ["under_review", "open"],
    ["won", "won"],
    ["lost", "lost"],
    ["prevented", "won"],
  ] as const)("that is %s at Stripe is %s", async (status, expected) => {
    const { fetch } = await disputed(status);
    expect(await fetch()).toEqual({
      status: expected,
      reason: "fraudulent",
      amount: "1000",
      currency: "NGN",
    });
  });

  test("may be about a part of it", async () => {
    const { setup, order, fetch } = await disputed();
    await setup.simulator.dispute(order.session!, "lost", { amount: 40_050 });
    expect(await fetch()).toMatchObject({ status: "lost", amount: "400.5" });
  });
});

describe("a notification of a dispute", () => {
  const notice = (object: object) => Buffer.from(JSON.stringify({ data: { object } }));

  test("names the payment by Stripe's id alone", () => {
    const body = notice({ object: "dispute", payment_intent: "pi_1", metadata: {} });
    expect([stripe.referenceIn(body), stripe.transactionIn(body), stripe.isAboutDispute(body)]).toEqual([
      undefined,
      "pi_1",
      true,
    ]);
  });

  test.each([
    notice({ object: "checkout.session", payment_intent: "pi_1" }),
    notice({ object: "dispute", payment_intent: null }),
    notice({ object: "dispute", payment_intent: "pi 1" }),
    Buffer.from("null"),
    Buffer.alloc(0),
  ])("is not one that is about something else, or unreadable", (body) => {
    expect([stripe.transactionIn(body), stripe.isAboutDispute(body)]).toEqual([undefined, false]);
  });
});
