import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { eventTypes } from "../../service/src/contract/event-types.ts";
import { makeWebhookSecret, signatureHeaders } from "../../service/src/platform/security/signature.ts";
import type { FailedPayment, Invoice } from "./api-types.ts";
import {
  type BillfoldEvent,
  type EventOf,
  type EventType,
  makeTestHeader,
  verifyWebhook,
  type WebhookRefusal,
  type WebhookVerification,
  WebhookVerificationError,
} from "./webhooks.ts";

const secret = makeWebhookSecret();
const other = makeWebhookSecret();
const moment = new Date("2026-11-15T09:30:00.000Z");
const now = () => moment;
const payload =
  '{"id":"evt_1_42","type":"invoice.paid","sequence":42,"data":{"object":{"id":7,"total":1500.5,"notes":"Zoë €"}}}';
const later = (seconds: number) => () => new Date(moment.getTime() + seconds * 1000);

/** Signs as the service does. */
const headerOf = (body: string | Buffer, secrets = [secret], at = moment) =>
  signatureHeaders(secrets, "evt_1_42", at, Buffer.from(body as string))["x-pay-signature"]!;

async function refusalOf(changes: Partial<Record<keyof WebhookVerification, unknown>>) {
  const given = { payload, header: headerOf(payload), secret, now, ...changes } as WebhookVerification;
  const error = await verifyWebhook(given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error as WebhookVerificationError;
}

describe("verifyWebhook believes", () => {
  test.each([
    ["text", payload],
    ["bytes", new TextEncoder().encode(payload)],
    ["a Node buffer", Buffer.from(payload)],
    ["an ArrayBuffer", new TextEncoder().encode(payload).buffer],
  ])("what the service signed, as %s", async (_, body) => {
    const event = await verifyWebhook({ payload: body, header: headerOf(payload), secret, now });
    expect(event).toEqual(JSON.parse(payload));
  });

  test("a signature with any of several secrets, on either side, as during a rotation", async () => {
    const both = headerOf(payload, [other, secret]);
    await expect(verifyWebhook({ payload, header: both, secret, now })).resolves.toBeTruthy();
    const header = [headerOf(payload)];
    await expect(verifyWebhook({ payload, header, secret: [other, secret], now })).resolves.toBeTruthy();
  });

  test("a time up to the tolerance, into either direction", async () => {
    const header = headerOf(payload);
    for (const seconds of [-300, 300])
      await expect(verifyWebhook({ payload, header, secret, now: later(seconds) })).resolves.toBeTruthy();
    const stored = { payload, header, secret, now: later(86_400), toleranceSeconds: 90_000 };
    await expect(verifyWebhook(stored)).resolves.toBeTruthy();
  });

  test("its own test header, which is the very one that the service would send, for any body", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.boolean(), async (body, rotated) => {
        const secrets = rotated ? [other, secret] : [secret];
        const header = await makeTestHeader({ payload: body, secret: secrets, now });
        expect(header).toBe(headerOf(body, secrets));
        expect(await verifyWebhook({ payload: body, header, secret, now })).toEqual(JSON.parse(body));
      }),
      { numRuns: 50 },
    );
  });
});

describe("verifyWebhook refuses, and names the cause and the cure", () => {
  const signature = headerOf(payload);
  const digits = "0".repeat(64);
  const ascii = payload.replace("Zoë €", "Zoe");
  const latin1 = Buffer.from(payload).toString("latin1");
  const pretty = JSON.stringify(JSON.parse(payload), null, 2);
  test.each<[WebhookRefusal, string, Partial<Record<keyof WebhookVerification, unknown>>, RegExp]>([
    ["header_missing", "no header", { header: undefined }, /is missing.*proxy/],
    ["header_missing", "none in a Request", { header: null }, /is missing/],
    ["header_malformed", "no time", { header: `v1=${digits}` }, /its timestamp t is missing/],
    ["header_malformed", "two times", { header: `${signature},t=1` }, /more than once/],
    [
      "header_malformed",
      "a time that is none",
      { header: signature.replace("t=", "t=-") },
      /its timestamp t/,
    ],
    ["header_malformed", "no signature", { header: "t=1794735000" }, /no v1 with 64 hex digits/],
    ["header_malformed", "the other header", { header: "v1,K5oZfzN95Z9UVu==" }, /webhook-signature.*X-Pay/],
    ["header_malformed", "two headers", { header: [signature, signature] }, /more than once/],
    ["header_malformed", "two in one", { header: `${signature}, ${signature}` }, /more than once.*proxy/],
    ["header_malformed", "a very long one", { header: `t=1,v1=${"0".repeat(2000)}` }, /1024/],
    [
      "header_malformed",
      "all headers",
      { header: new Headers({ "x-pay-signature": signature }) },
      /not a string/,
    ],
    ["payload_parsed", "a parsed body", { payload: JSON.parse(payload) }, /an object.*express\.raw/],
    ["payload_parsed", "a promise", { payload: Promise.resolve(payload) }, /a promise of the body: await it/],
    [
      "payload_parsed",
      "a stream",
      { payload: new Response(payload).body },
      /instead of the raw body.*arrayBuffer/,
    ],
    [
      "payload_parsed",
      "a request",
      { payload: new Response(payload) },
      /instead of the raw body.*arrayBuffer/,
    ],
    ["payload_parsed", "an object as text", { payload: "[object Object]" }, /an object/],
    ["payload_empty", "an empty body", { payload: "" }, /a body parser has already read the request/],
    ["payload_empty", "no body", { payload: undefined }, /raw bytes/],
    [
      "payload_changed",
      "written anew",
      { payload: pretty },
      /secret is correct.*parsed and serialised again.*raw/,
    ],
    ["payload_changed", "a newline more", { payload: `${payload}\n` }, /line break around it/],
    ["payload_changed", "a mark before", { payload: `\uFEFF${payload}` }, /byte order mark/],
    [
      "payload_changed",
      "in base64",
      { payload: btoa(ascii), header: headerOf(ascii) },
      /is still base64-encoded/,
    ],
    ["payload_changed", "read as latin1", { payload: latin1 }, /was read as latin1/],
    ["secret_missing", "no secret", { secret: "" }, /environment variable/],
    ["secret_missing", "none of several", { secret: [] }, /whsec_/],
    ["secret_malformed", "no prefix", { secret: secret.slice(6) }, /prefix whsec_ is missing/],
    ["secret_malformed", "a line break", { secret: `${secret}\n` }, /spaces, a line break or quotes/],
    ["secret_malformed", "quotes", { secret: `"${secret}"` }, /quotes/],
    ["secret_malformed", "the API's secret", { secret: "bf_sk_1234" }, /must start with whsec_/],
    ["signature_mismatch", "another secret", { secret: other }, /another endpoint.*webhooks.diagnose/],
    ["signature_mismatch", "two others", { secret: [other, makeWebhookSecret()] }, /the 2 secrets/],
    [
      "signature_mismatch",
      "an altered body",
      { payload: payload.replace("42", "43") },
      /the body was changed/,
    ],
    ["too_old", "an old one", { now: later(301) }, /301 seconds old; the maximum is 300.*clock/],
    ["from_the_future", "an early one", { now: later(-301) }, /301 seconds in the future.*clock is behind/],
    ["too_old", "no tolerance", { now: later(1), toleranceSeconds: Number.NaN }, /1 seconds old/],
  ])("%s: %s", async (reason, _, changes, message) => {
    const error = await refusalOf(changes);
    expect([error.reason, error.name]).toEqual([reason, "WebhookVerificationError"]);
    expect(error.message).toMatch(message);
  });

  test("what is signed and no JSON", async () => {
    const error = await refusalOf({ payload: "hello", header: headerOf("hello") });
    expect(error.reason).toBe("payload_no_json");
  });

  test("a bad signature of any age is not called old: nobody has signed it", async () => {
    const error = await refusalOf({ secret: other, now: later(86_400) });
    expect(error.reason).toBe("signature_mismatch");
  });

  test("rubbish of any kind is looked through in no time", async () => {
    const costOf = async (payload: string) => {
      const before = process.cpuUsage();
      expect((await refusalOf({ payload })).reason).toBe("signature_mismatch");
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The limit is relative to a harmless text of the same length; a tenth of a second is always acceptable.
    const usual = await costOf("a".repeat(120_001));
    expect(await costOf(`${"\xff".repeat(120_000)}€`)).toBeLessThan(10 * Math.max(usual, 10_000));
  });

  test("no message shows the secret", async () => {
    for (const changes of [{ secret: other }, { payload: pretty }, { now: later(900) }]) {
      const { message, stack } = await refusalOf(changes);
      expect(message + stack).not.toMatch(/whsec_[A-Za-z0-9+/]{8}/);
    }
  });
});

describe("events", () => {
  test("the types are those of the service, all of them", () => {
    expectTypeOf<EventType>().toEqualTypeOf<(typeof eventTypes)[number]>();
    const contract = new URL("../../openapi.json", import.meta.url);
    const { webhooks } = JSON.parse(readFileSync(contract, "utf8")) as { webhooks: object };
    expect(Object.keys(webhooks)).toEqual(eventTypes);
  });

  test("the type tells what the record is", async () => {
    const event = await verifyWebhook({ payload, header: headerOf(payload), secret, now });
    if (event.type !== "invoice.paid") throw new Error("it is another event");
    expectTypeOf(event.data.object).toEqualTypeOf<Invoice>();
    expectTypeOf(event.data.previous).toEqualTypeOf<Invoice | undefined>();
    expectTypeOf<EventOf<"payment.failed">["data"]["object"]>().toEqualTypeOf<FailedPayment>();
    expectTypeOf<EventOf<"payment.failed">["type"]>().toEqualTypeOf<"payment.failed">();
    expectTypeOf<BillfoldEvent["sequence"]>().toEqualTypeOf<number>();
    expect(event.data.object.total).toBe(1500.5);
  });
});
