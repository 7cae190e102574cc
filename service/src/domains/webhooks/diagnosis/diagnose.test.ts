import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signatureHeaders } from "../../../platform/security/signature.ts";
import { current, expired, moment, other, previous, received, secrets, sent } from "./diagnose.fixture.ts";
import { diagnose, type ReceivedDelivery } from "./diagnose.ts";

const codes = (question: ReceivedDelivery) => diagnose(question).findings.map(({ code }) => code);
const firstMessage = (question: ReceivedDelivery) => diagnose(question).findings[0]!.message;
const later = (seconds: number) => new Date(moment.getTime() + seconds * 1000);
const bytes = Buffer.from(sent);
const pay = received().headers["x-pay-signature"]!;
const onlyPay = (header: string) => received({ headers: { "x-pay-signature": header } });

describe("a delivery that verifies", () => {
  test("is said to, with the endpoint whose secret signed it", () => {
    expect(diagnose(received())).toMatchObject({
      verifies: true,
      matched_endpoint_id: 7,
      findings: [{ code: "verifies", message: expect.stringContaining("2 endpoints") }],
    });
    expect(diagnose(received({ signedWith: [other] }))).toMatchObject({
      verifies: true,
      matched_endpoint_id: 8,
    });
    expect(firstMessage(received({ secrets: [current] }))).not.toContain("endpoints");
  });

  test("with the previous secret is fine, and told to change", () => {
    const question = received({ signedWith: [previous] });
    expect(diagnose(question)).toMatchObject({ verifies: true, matched_endpoint_id: 7 });
    expect(codes(question)).toEqual(["previous_secret", "verifies"]);
    expect(codes(received({ signedWith: [current, previous] }))).toEqual(["verifies"]);
  });

  test.each([
    "X-Pay-Signature",
    "x-pay-signature",
    "X-PAY-SIGNATURE",
    "HTTP_X_PAY_SIGNATURE",
    "x_pay_signature",
  ])("may show its header as %s", (name) =>
    expect(diagnose(received({ headers: { [name]: pay } })).verifies).toBe(true),
  );
});

describe("the secret", () => {
  test("expired: told from the signature alone", () => {
    const question = received({ signedWith: [expired] });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: 7 });
    expect(codes(question)).toEqual(["old_secret"]);
  });

  test("of nobody we know, with a body that is as we sent it", () => {
    const question = received({ secrets: [other, expired], storedBody: sent });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: null });
    expect(codes(question)).toEqual(["unknown_secret"]);
    expect(firstMessage(question)).toContain("byte for byte");
  });

  test("none at all", () => expect(codes(received({ secrets: [] }))).toEqual(["no_secret"]));
});

describe("the header", () => {
  test("missing while the Standard Webhooks ones are there", () => {
    const { "x-pay-signature": _, ...rest } = received().headers;
    expect(codes(received({ headers: rest }))).toEqual(["header_missing"]);
    expect(firstMessage(received({ headers: rest }))).toContain("Standard Webhooks headers are present");
  });

  test("missing like all others", () => {
    for (const headers of [{ host: "example.com" }, { "x-pay-signature": "  " }] as Record<
      string,
      string
    >[]) {
      expect(codes(received({ headers }))).toEqual(["header_missing"]);
      expect(firstMessage(received({ headers }))).toContain("missing too");
    }
  });

  const [time, signature] = pay.split(",") as [string, string];
  test.each([
    ["quotes", `"${pay}"`, 7],
    ["brackets", `["${pay}"]`, 7],
    ["whitespace", `${time}, ${signature}`, 7],
    ["upper-case", `${time},v1=${signature.slice(3).toUpperCase()}`, 7],
    ["v1 is missing", `${time},v0=${signature.slice(3)}`, null],
    ["truncated: v1 has 40 digits", pay.slice(0, -24), null],
    ["v1 is missing", time, null],
    ["t (Unix seconds) is missing", signature, null],
    ["t (Unix seconds) is missing", `${time}000,${signature}`, null],
    ["its format is invalid", `${pay},${pay}`, null],
    ["its format is invalid", `${time},v1=${"z".repeat(64)}`, null],
    ["2000 characters", "x".repeat(2000), null],
  ])("malformed: %s", (reason, header, endpoint) => {
    const result = diagnose(onlyPay(header));
    expect(result).toMatchObject({
      verifies: false,
      matched_endpoint_id: endpoint,
      findings: [{ code: "header_malformed", message: expect.stringContaining(reason) }],
    });
  });

  test("malformed and more: both are told", () => {
    const question = { ...onlyPay(`"${pay}"`), body: Buffer.from(`${sent}\n`) };
    expect(codes(question)).toEqual(["header_malformed", "whitespace_added"]);
  });
});

describe("the time", () => {
  test.each([
    [300, "verifies", ""],
    [-300, "verifies", ""],
    [301, "too_old", "5 minutes before"],
    [-301, "clock_skew", "clock is behind"],
    [-7200, "clock_skew", "2 hours after"],
    [2 * 3600 + 700, "too_old", "delayed in a queue"],
    [4 * 86_400, "too_old", "4 days before"],
  ])("%d s after signing: %s", (seconds, code, part) => {
    const question = received({ receivedAt: later(seconds) });
    expect(diagnose(question)).toMatchObject({ verifies: code === "verifies", matched_endpoint_id: 7 });
    expect(codes(question)).toEqual([code]);
    expect(firstMessage(question)).toContain(part);
  });

  test("is the receiver's fault for certain when its clock is ahead of ours", () => {
    const question = received({ receivedAt: later(1000), now: later(2) });
    expect(codes(question)).toEqual(["clock_skew"]);
    expect(firstMessage(question)).toContain("ahead of ours");
  });

  test("comes after what happened to the body", () => {
    const question = received({ body: Buffer.from(`${sent}\n`), receivedAt: later(1000) });
    expect(codes(question)).toEqual(["whitespace_added", "too_old"]);
  });
});

describe("whatever is asked", () => {
  const anything = fc.record({
    body: fc.oneof(
      fc.uint8Array().map(Buffer.from),
      fc.json().map(Buffer.from),
      fc.constant(Buffer.from(sent)),
    ),
    header: fc.oneof(
      fc.string(),
      fc.constant(pay),
      fc.stringMatching(/^"?t=\d{1,14},v[01]=[0-9a-fA-F]{0,70}"?$/),
    ),
    computed: fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{64}$/)),
    storedBody: fc.option(fc.constant(sent), { nil: undefined }),
  });

  test("the answer holds no secret and no signature that was not in the question, and verifies only what we signed", () => {
    fc.assert(
      fc.property(anything, ({ body, header, computed, storedBody }) => {
        const question = { ...onlyPay(header), body, computed, ...(storedBody ? { storedBody } : {}) };
        const answer = diagnose(question);
        const text = JSON.stringify(answer);
        for (const { secret } of secrets) {
          const right = signatureHeaders([secret], "evt_7f3kq", moment, body);
          expect(text).not.toContain(secret.slice(6));
          expect(text).not.toContain(right["x-pay-signature"]!.slice(-64));
          expect(text).not.toContain(right["webhook-signature"]!.slice(3));
        }
        expect(text).not.toMatch(/[0-9a-f]{64}/);
        expect(answer.findings.length).toBeGreaterThan(0);
        expect(answer.verifies).toBe(header === pay && body.equals(bytes));
      }),
      { numRuns: 300 },
    );
  });

  test("a cut-off signature earns no more than one that is wrong, so it cannot be guessed digit by digit", () => {
    const wrong = pay.slice(0, -64) + "0".repeat(40);
    expect(diagnose(onlyPay(pay.slice(0, -24)))).toEqual(diagnose(onlyPay(wrong)));
  });

  const mebibyte = 1024 * 1024;
  test.each([
    ["text", `{"a":"${"é ".repeat(mebibyte / 3 - 4)}"}`],
    ["nesting", "[".repeat(mebibyte / 2) + "]".repeat(mebibyte / 2)],
    ["an open quote", `"${'\\"'.repeat(mebibyte / 2 - 1)}`],
    ["accents", "\u0301\u0316".repeat(mebibyte / 4)],
    ["percent signs", "%41".repeat(mebibyte / 3)],
  ])(
    "1 MiB of %s with 50 secrets is answered in bounded time, and says that not all was tried",
    (_, text) => {
      const many = Array.from({ length: 50 }, (__, index) => ({
        ...other,
        secret: `${other.secret}${index}`,
      }));
      const question = received({ body: Buffer.from(text), secrets: many, computed: "0".repeat(64) });
      expect(codes(question)).toEqual(["unknown", "computed_unknown"]);
      expect(firstMessage(question)).toContain("too large to try everything");
      expect(codes({ ...question, storedBody: sent })).toContain("unknown_secret");
    },
  );
});
