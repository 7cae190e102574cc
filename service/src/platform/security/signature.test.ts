import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import {
  isAmong,
  makeWebhookSecret,
  maxHeaderLength,
  paySignatureFault,
  readPaySignature,
  signatureHeaders,
  toleranceSeconds,
  verifyPaySignature,
} from "./signature.ts";

// Two independent public libraries. Both read the body as text, so bytes that are not UTF-8 are compared with Web
// Crypto instead.
const stripe = new Stripe("sk_test_x");

function stripeAccepts(body: string, headers: Record<string, string>, secret: string): boolean {
  const header = headers["x-pay-signature"]!;
  return !throws(() => stripe.webhooks.signature!.verifyHeader(body, header, secret, toleranceSeconds));
}

function standardAccepts(body: string, headers: Record<string, string>, secret: string): boolean {
  return !throws(() => new Webhook(secret).verify(body, headers, { jsonParse: false }));
}

function throws(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

async function webCryptoHmac(key: Buffer, signed: Buffer): Promise<Buffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", new Uint8Array(key), algorithm, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", imported, new Uint8Array(signed)));
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const moment = new Date(1_790_000_000_000);
const body = Buffer.from(
  '{"id":"evt_7f3kq","type":"customer.created","data":{"object":{"name":"Zoë Ødegård ☕","total":"1500.50"}}}',
);
const headers = signatureHeaders([secret], "evt_7f3kq", moment, body);
const header = headers["x-pay-signature"]!;
const later = (seconds: number) => new Date(moment.getTime() + seconds * 1000);

test("signatures equal those of OpenSSL and Python", () => {
  // These come from openssl dgst -sha256 -hmac, and from Python's hmac with the decoded secret.
  expect(headers).toEqual({
    "x-pay-signature": "t=1790000000,v1=3f468263e2d406cdf288b45dc4ad7c852bfde3f0deec611471f7a82e9c3f8292",
    "webhook-id": "evt_7f3kq",
    "webhook-timestamp": "1790000000",
    "webhook-signature": "v1,Q5b9TZkt4ruYoR23LHrqkBsxdInfz0zET7r5dLlAEow=",
  });
});

test("a secret is 24 new random bytes that Standard Webhooks can read", () => {
  const made = new Set(Array.from({ length: 100 }, makeWebhookSecret));
  expect(made.size).toBe(100);
  for (const one of made) {
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(() => new Webhook(one)).not.toThrow();
  }
});

describe("any text that we sign", () => {
  // The stripe package treats an empty body as missing, and deliveries are never empty.
  const text = fc.oneof(fc.json(), fc.string({ unit: "binary", minLength: 1 }), fc.lorem());

  test("is accepted by the stripe and standardwebhooks packages and by our own verifier", () => {
    fc.assert(
      fc.property(text, fc.stringMatching(/^evt_[a-z0-9]{1,20}$/), (body, id) => {
        const secret = makeWebhookSecret();
        const made = signatureHeaders([secret], id, new Date(), Buffer.from(body));
        expect(stripeAccepts(body, made, secret)).toBe(true);
        expect(standardAccepts(body, made, secret)).toBe(true);
        expect(verifyPaySignature(made["x-pay-signature"], Buffer.from(body), [secret], new Date())).toEqual({
          verified: true,
        });
      }),
      { numRuns: 300 },
    );
  });

  test("is accepted with the old and the new secret during an overlap, and with no other", () => {
    fc.assert(
      fc.property(text, (body) => {
        const [fresh, old, other] = [makeWebhookSecret(), makeWebhookSecret(), makeWebhookSecret()];
        const made = signatureHeaders([fresh, old], "evt_1", new Date(), Buffer.from(body));
        const accepted = [fresh, old, other].map((secret) => [
          stripeAccepts(body, made, secret),
          standardAccepts(body, made, secret),
          verifyPaySignature(made["x-pay-signature"], Buffer.from(body), [secret], new Date()).verified,
        ]);
        expect(accepted).toEqual([Array(3).fill(true), Array(3).fill(true), Array(3).fill(false)]);
      }),
      { numRuns: 100 },
    );
  });

  test("is refused by all three once a character is altered, or the signature is older than the tolerance", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (body, seed) => {
        const secret = makeWebhookSecret();
        const place = seed % body.length;
        const altered = `${body.slice(0, place)}${body[place] === "a" ? "b" : "a"}${body.slice(place + 1)}`;
        const made = signatureHeaders([secret], "evt_1", new Date(), Buffer.from(body));
        const old = new Date(Date.now() - (toleranceSeconds + 60) * 1000);
        const stale = signatureHeaders([secret], "evt_1", old, Buffer.from(body));
        expect(stripeAccepts(altered, made, secret)).toBe(false);
        expect(standardAccepts(altered, made, secret)).toBe(false);
        expect(
          verifyPaySignature(made["x-pay-signature"], Buffer.from(altered), [secret], new Date()),
        ).toMatchObject({ cause: "mismatch" });
        expect(stripeAccepts(body, stale, secret)).toBe(false);
        expect(standardAccepts(body, stale, secret)).toBe(false);
        expect(
          verifyPaySignature(stale["x-pay-signature"], Buffer.from(body), [secret], new Date()),
        ).toMatchObject({ cause: "too_old" });
      }),
      { numRuns: 100 },
    );
  });
});

test("bytes are signed, whether or not they are text", async () => {
  const bytes = fc.uint8Array({ minLength: 0, maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(bytes, async (array) => {
      const body = Buffer.from(array);
      const made = signatureHeaders([secret], "evt_1", moment, body);
      const pay = await webCryptoHmac(Buffer.from(secret), Buffer.concat([Buffer.from("1790000000."), body]));
      const standard = await webCryptoHmac(
        Buffer.from(secret.slice(6), "base64"),
        Buffer.concat([Buffer.from("evt_1.1790000000."), body]),
      );
      expect(made["x-pay-signature"]).toBe(`t=1790000000,v1=${pay.toString("hex")}`);
      expect(made["webhook-signature"]).toBe(`v1,${standard.toString("base64")}`);
      expect(verifyPaySignature(made["x-pay-signature"], body, [secret], moment)).toEqual({ verified: true });
    }),
    { numRuns: 100 },
  );
});

describe("our verifier", () => {
  test("refuses a body with any single bit flipped", () => {
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      const altered = Buffer.from(body);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifyPaySignature(header, altered, [secret], moment)).toMatchObject({ cause: "mismatch" });
    }
  });

  test.each([
    ["300 s later", 300, undefined],
    ["301 s later", 301, "too_old"],
    ["300 s before", -300, undefined],
    ["301 s before", -301, "too_new"],
  ])("%s: %s", (_, seconds, cause) => {
    const result = verifyPaySignature(header, body, [secret], later(seconds));
    expect(result).toMatchObject(cause ? { verified: false, cause } : { verified: true });
  });

  test("reports as too old only what we signed", () => {
    expect(verifyPaySignature(header, body, [makeWebhookSecret()], later(9_999))).toMatchObject({
      cause: "mismatch",
    });
  });

  test("accepts any v1 for any of the secrets, and ignores unknown schemes", () => {
    const made = signatureHeaders([makeWebhookSecret(), secret], "evt_1", moment, body)["x-pay-signature"]!;
    const secrets = [makeWebhookSecret(), makeWebhookSecret(), secret];
    expect(verifyPaySignature(made, body, secrets, moment)).toEqual({ verified: true });
    expect(verifyPaySignature(`v0=abc,new,${header},v9=x=y`, body, [secret], moment)).toEqual({
      verified: true,
    });
    expect(verifyPaySignature(made, body, [], moment)).toMatchObject({ cause: "mismatch" });
  });

  const [time, signature] = header.split(",") as [string, string];
  test.each([
    ["missing", undefined],
    ["missing", ""],
    ["malformed", "v1"],
    ["malformed", time],
    ["malformed", signature],
    ["malformed", `${time},${time},${signature}`],
    ["malformed", `${time},t=1,${signature}`],
    ["malformed", `${time}000000,${signature}`],
    ["malformed", `t=-1,${signature}`],
    ["malformed", `t=1e9,${signature}`],
    ["malformed", `t=,${signature}`],
    ["malformed", `${time},${signature.slice(0, -1)}`],
    ["malformed", `${time},${signature}0`],
    ["malformed", `${time},${signature.toUpperCase()}`],
    ["malformed", `${time},v1=`],
    ["malformed", `${time}, ${signature}`],
    ["malformed", `"${header}"`],
    ["malformed", `${header}${`,v1=${"0".repeat(64)}`.repeat(20)}`],
    ["mismatch", `t=1790000001,${signature}`],
    ["mismatch", `${time},v1=${"0".repeat(64)}`],
  ])("%s: %s", (cause, value) => {
    const result = verifyPaySignature(value, body, [secret], moment);
    expect(result).toMatchObject({ verified: false, cause });
    expect(JSON.stringify(result)).not.toContain(signature.slice(3));
  });
});

describe("the diagnosis without the body", () => {
  test.each([-301, -300, 0, 300, 301])("of a signature that is %i s old", (age) => {
    const fault = paySignatureFault(header, later(age));
    if (Math.abs(age) <= 300) expect(fault).toBeUndefined();
    else expect(fault).toBe("Its timestamp differs by more than 300 seconds.");
  });

  test.each([undefined, "", "t=1790000000", "v1=00", "nonsense"])("of the header %j", (wrong) => {
    expect(paySignatureFault(wrong, moment)).toContain("X-Pay-Signature must have the form");
  });
});

test("the verifier reports how far ahead a signature is as a number of seconds", () => {
  expect(verifyPaySignature(header, body, [secret], later(-400))).toMatchObject({
    cause: "too_new",
    message: "The signature is 400 seconds in the future; the maximum is 300.",
  });
});

describe("the header is read", () => {
  test("up to its maximum length, and no further", () => {
    const padded = (length: number) => `${header},x=`.padEnd(length, "x");
    expect(readPaySignature(padded(maxHeaderLength))).toBeDefined();
    expect(readPaySignature(padded(maxHeaderLength + 1))).toBeUndefined();
  });

  test("without the parts that name no scheme, or an empty one", () => {
    const [t, v1] = header.split(",") as [string, string];
    expect(readPaySignature(`t,tx,${t},v1,=t,${v1},=`)).toEqual(readPaySignature(header));
    // A part without an equals sign is not a scheme, however it ends.
    expect(readPaySignature(`${t},v10${v1.slice(3)}`)).toBeUndefined();
    expect(readPaySignature(`t1790000000,${v1}`)).toBeUndefined();
  });
});

test("a signature of another length is ignored, and causes no error", () => {
  expect(isAmong(Buffer.alloc(32), [Buffer.alloc(31), Buffer.alloc(0)])).toBe(false);
  expect(isAmong(Buffer.alloc(32), [Buffer.alloc(31), Buffer.alloc(32)])).toBe(true);
});
