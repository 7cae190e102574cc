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

describe("the list of disputes", () => {
  const noon = new Date("2026-11-15T12:00:00Z");

  test("has those of the account that were opened since a moment, with the ids of their payments", async () => {
    const setup = await startGatewaySetup();
    const [one, two] = [
      await paidOrder(setup, { amount: "1000", currency: "NGN", reference: "att-1" }),
      await paidOrder(setup, { amount: "500", currency: "NGN", reference: "att-2" }),
    ];
    const list = (since: Date) => paystack.listDisputes(setup.outbound, setup.account, since);
    const longAgo = new Date(0);
    expect(await list(longAgo)).toEqual([]);
    setup.simulator.dispute(one.reference, "open");
    setup.simulator.dispute(two.reference, "lost");
    expect(new Set(await list(longAgo))).toEqual(
      new Set([
        { transaction: one.transaction, status: "open" },
        { transaction: two.transaction, status: "lost" },
      ]),
    );
    expect(await list(new Date("2100-01-01"))).toEqual([]);
    const other = { ...setup.account, secretKey: "sk_test_another" };
    expect(await paystack.listDisputes(setup.outbound, other, longAgo)).toEqual([]);
  });

  test("is read page by page", async () => {
    const setup = await startGatewaySetup();
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) {
      const paid = await paidOrder(setup, { amount: "10", currency: "NGN", reference: `att-${count}` });
      setup.simulator.dispute(paid.reference, "open");
      ids.push(paid.transaction);
    }
    const listed = await paystack.listDisputes(setup.outbound, setup.account, new Date(0));
    expect(listed.map(({ transaction }) => transaction).sort()).toEqual(ids.sort());
  });

  test.each([null, {}, [null], [{ status: "open" }], [{ status: "open", transaction: { id: "x" } }]])(
    "in an answer like %j is an error",
    async (data) => {
      const account = await constantGateway(200, { status: true, message: "", data });
      const { code } = await errorOf(() => paystack.listDisputes(testOutbound(), account, noon));
      expect(code).toBe("integration_error");
    },
  );
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
