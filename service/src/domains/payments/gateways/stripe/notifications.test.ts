import { startReceiver } from "billfold-sandbox/receiver";
import Stripe from "stripe";
import { describe, expect, onTestFinished, test } from "vitest";
import { paymentRequest } from "../order.fixture.ts";
import { startStripeSetup, webhookSecret } from "./gateway.fixture.ts";
import { stripe } from "./gateway.ts";

const account = { baseUrl: "https://api.stripe.com", secretKey: "sk_test_1", webhookSecret };
const now = new Date("2026-03-02T10:00:00Z");
const payload = '{"object":"event","data":{"object":{"client_reference_id":"att-1","note":"₦ é"}}}';
const body = Buffer.from(payload);

/** Signed by the official package. */
function sign(secondsAgo = 0, secret = webhookSecret, text = payload): string {
  const timestamp = now.getTime() / 1000 - secondsAgo;
  return Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp });
}

const isGenuine = (bytes: Buffer, signature: string, changes: Partial<typeof account> = {}) =>
  stripe.isGenuine({ ...account, ...changes }, bytes, signature, now);

describe("a notification is genuine", () => {
  test("when Stripe signed these bytes with our secret within five minutes", () => {
    expect(isGenuine(body, sign())).toBe(true);
    expect(isGenuine(body, sign(300))).toBe(true);
  });

  test("when one of several signatures is right, as while a secret is replaced", () => {
    const [time, right] = sign().split(",");
    const [, wrong] = sign(0, "whsec_old").split(",");
    expect(isGenuine(body, `${time},${wrong},${right}`)).toBe(true);
    expect(isGenuine(body, `${time},v0=abc,${right}`)).toBe(true);
  });
});

describe("a notification is not genuine", () => {
  test.each([
    ["signed with another secret", body, sign(0, "whsec_other")],
    ["older than five minutes", body, sign(301)],
    ["given a new time", body, sign(400).replace(/t=\d+/, `t=${now.getTime() / 1000}`)],
    ["changed by a byte", Buffer.from(payload.replace("att-1", "att-2")), sign()],
    ["written otherwise, though it says the same", Buffer.from(` ${payload}`), sign()],
    ["led by a byte order mark", Buffer.concat([Buffer.from("\ufeff"), body]), sign()],
    ["empty", Buffer.alloc(0), sign(0, webhookSecret, "")],
    ["not JSON", Buffer.from("hello"), sign(0, webhookSecret, "hello")],
    ["without a signature", body, ""],
    ["signed with nothing", body, sign().replace(/v1=.*/, "v1=")],
    ["signed in the old scheme only", body, sign().replace("v1=", "v0=")],
    ["signed without a time", body, sign().replace(/t=\d+,/, "")],
    ["signed with letters that are no digits", body, sign().replace(/v1=.{64}/, `v1=${"é".repeat(64)}`)],
    ["signed with prose", body, "it is me"],
  ])("when it is %s", (_, bytes, signature) => {
    expect(isGenuine(bytes, signature)).toBe(false);
  });

  test("when its bytes are no text, though they would be read as the text that was signed", () => {
    const signed = sign(0, webhookSecret, '{"a":"\ufffd"}');
    expect(isGenuine(Buffer.from('{"a":"\ufffd"}'), signed)).toBe(true);
    expect(isGenuine(Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]), signed)).toBe(
      false,
    );
  });

  test.each(["", "  "])("when our secret is %j, with which anybody could sign", (secret) => {
    expect(isGenuine(body, sign(0, secret), { webhookSecret: secret })).toBe(false);
  });
});

describe("our reference", () => {
  test.each([
    ["of a session", { client_reference_id: "att-1-x", metadata: { reference: "att-2" } }, "att-1-x"],
    ["of a payment, a charge or a refund", { metadata: { reference: "att-2" } }, "att-2"],
    ["of a session that has none by name", { client_reference_id: null, metadata: { reference: "a" } }, "a"],
  ])("is found in a notification %s", (_, object, reference) => {
    expect(stripe.referenceIn(Buffer.from(JSON.stringify({ data: { object } })))).toBe(reference);
  });

  test.each([
    "",
    "null",
    "[]",
    '"text"',
    "{}",
    '{"data":null}',
    '{"data":{"object":null}}',
    '{"data":{"object":{"metadata":null}}}',
    '{"data":{"object":{"client_reference_id":7}}}',
    '{"data":{"object":{"client_reference_id":{"a":1}}}}',
    `{"data":{"object":{"client_reference_id":"att'; drop"}}}`,
    `{"data":{"object":{"client_reference_id":"${"a".repeat(201)}"}}}`,
    '{"data":{"object":{"metadata":{"reference":["a"]}}}}',
    "\xff\xfe",
  ])("is not found in %s", (text) => {
    expect(stripe.referenceIn(Buffer.from(text, "latin1"))).toBeUndefined();
  });
});

test("Stripe notifies every status change, signed, with our reference", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const setup = await startStripeSetup({ notifyAt: `${receiver.url}/callbacks/stripe` });
  const open = async (reference: string) =>
    (await stripe.open(setup.outbound, setup.account, paymentRequest(setup, { reference }))).session!;
  const paid = await open("att-paid");
  await setup.simulator.pay(paid, "declined");
  await setup.simulator.pay(paid, "paid");
  const late = await open("att-late");
  await setup.simulator.pay(late, "delayed");
  await setup.simulator.pay(late, "delayed_succeeds");
  const lost = await open("att-lost");
  await setup.simulator.pay(lost, "delayed");
  await setup.simulator.pay(lost, "delayed_fails");
  await setup.simulator.expire(await open("att-over"));
  const reported = receiver.received.map((request) => {
    const bytes = Buffer.from(request.body);
    const signature = request.headers[stripe.signatureHeader]!;
    const genuine = stripe.isGenuine(setup.account, bytes, signature, setup.clock.now());
    return [genuine, JSON.parse(request.body).type, stripe.referenceIn(bytes)];
  });
  expect(reported).toEqual([
    [true, "checkout.session.completed", "att-paid"],
    [true, "checkout.session.completed", "att-late"],
    [true, "checkout.session.async_payment_succeeded", "att-late"],
    [true, "checkout.session.completed", "att-lost"],
    [true, "checkout.session.async_payment_failed", "att-lost"],
    [true, "checkout.session.expired", "att-over"],
  ]);
});
