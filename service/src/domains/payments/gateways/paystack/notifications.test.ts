import { startReceiver } from "billfold-sandbox/receiver";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { accountAt, openOrder, paidOrder, startGatewaySetup } from "./gateway.fixture.ts";
import { paystack } from "./gateway.ts";

const account = accountAt("https://api.paystack.co");
const now = new Date("2026-03-02T10:00:00Z");

async function notification() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const setup = await startGatewaySetup({ notifyAt: receiver.url });
  const { order } = await openOrder(setup);
  setup.simulator.pay(order.reference);
  const [got] = await receiver.waitFor(1);
  const body = Buffer.from(got!.body);
  return { body, signature: got!.headers["x-paystack-signature"]!, reference: order.reference };
}

describe("a notification", () => {
  test("of the gateway is genuine and names our reference", async () => {
    const { body, signature, reference } = await notification();
    expect(signature).toMatch(/^[0-9a-f]{128}$/);
    expect(paystack.isGenuine(account, body, signature, now)).toBe(true);
    expect(paystack.isGenuine(account, body, signature.toUpperCase(), now)).toBe(true);
    expect(paystack.referenceIn(body)).toBe(reference);
  });

  test("is not genuine with one byte changed, another secret, or another form of signature", async () => {
    const { body, signature } = await notification();
    const changed = Buffer.from(body);
    changed[changed.length - 2]! ^= 1;
    expect(paystack.isGenuine(account, changed, signature, now)).toBe(false);
    expect(paystack.isGenuine(account, Buffer.concat([body, Buffer.from(" ")]), signature, now)).toBe(false);
    const other = { ...account, webhookSecret: "sk_test_other" };
    expect(paystack.isGenuine(other, body, signature, now)).toBe(false);
    for (const wrong of ["", signature.slice(2), `${signature}00`, ` ${signature}`, "é".repeat(128)]) {
      expect(paystack.isGenuine(account, body, wrong, now)).toBe(false);
    }
  });

  test("is never genuine where there is no secret", async () => {
    const { createHmac } = await import("node:crypto");
    const body = Buffer.from("{}");
    const signature = createHmac("sha512", "").update(body).digest("hex");
    expect(paystack.isGenuine({ ...account, webhookSecret: "" }, body, signature, now)).toBe(false);
  });

  test("of a refund has the reference of the refunded payment", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const setup = await startGatewaySetup({ refundMs: 1_000 });
    const order = await paidOrder(setup);
    setup.simulator.set({ notifyAt: receiver.url });
    await paystack.refund(setup.outbound, setup.account, order);
    setup.clock.advance(1_000);
    setup.simulator.transactions();
    const [got] = await receiver.waitFor(1);
    expect(JSON.parse(got!.body)).toMatchObject({ event: "refund.processed", data: { status: "processed" } });
    expect(paystack.referenceIn(Buffer.from(got!.body))).toBe(order.reference);
  });

  test("that is anything at all never throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(paystack.referenceIn(Buffer.from(bytes))).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, signature) => {
        const body = Buffer.from(json);
        expect(typeof paystack.referenceIn(body)).toMatch(/^(undefined|string)$/);
        expect(paystack.isGenuine(account, body, signature, now)).toBe(false);
      }),
    );
  });

  test.each([
    "null",
    "[]",
    '{"data":null}',
    '{"data":[]}',
    '{"data":{}}',
    '{"data":{"reference":7}}',
    '{"data":{"reference":"a b"}}',
    `{"data":{"reference":"${"a".repeat(101)}"}}`,
    '{"data":{"reference":"a',
  ])("without a reference of our form names none: %s", (text) => {
    expect(paystack.referenceIn(Buffer.from(text))).toBeUndefined();
  });
});
