import { describe, expect, test } from "vitest";
import { current, expired, hmac, other, previous, received, secrets, sent, t } from "./diagnose.fixture.ts";
import { diagnose, type ReceivedDelivery } from "./diagnose.ts";

const codes = (question: ReceivedDelivery) => diagnose(question).findings.map(({ code }) => code);
const { secret } = current;
const bare = secret.slice(6);
const decoded = Buffer.from(bare, "base64");
const text = `${t}.${sent}`;
const right = () => hmac(secret, text);
const python = sent
  .replace(/([,:])(?=["{\d])/g, "$1 ")
  .replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

describe("what the receiver's code computed, for a delivery that verifies", () => {
  test.each<[string, string]>([
    ["computed_right", right().digest("hex")],
    ["computed_right", `v1=${right().digest("hex")}\n`],
    ["computed_right", `sha256=${right().digest("hex")}`],
    ["computed_right", `t=${t},v1=${right().digest("hex")}`],
    ["computed_upper_case", right().digest("hex").toUpperCase()],
    ["computed_base64", right().digest("base64")],
    ["computed_base64", right().digest("base64url")],
    ["timestamp_not_signed", hmac(secret, sent).digest("hex")],
    ["standard_webhooks_signature", hmac(decoded, `evt_7f3kq.${text}`).digest("base64")],
    ["secret_decoded", hmac(decoded, text).digest("hex")],
    ["secret_without_prefix", hmac(bare, text).digest("hex")],
    ["secret_with_whitespace", hmac(`${secret}\n`, text).digest("hex")],
    ["secret_with_whitespace", hmac(`${secret}\r\n`, text).digest("hex")],
    ["secret_with_whitespace", hmac(`${secret} `, text).digest("hex")],
    ["secret_with_whitespace", hmac(`"${secret}"`, text).digest("hex")],
    ["secret_missing", hmac("", text).digest("hex")],
    ["secret_missing", hmac("undefined", text).digest("hex")],
    ["old_secret", hmac(expired.secret, text).digest("hex")],
    ["old_secret", hmac(previous.secret, text).digest("hex")],
    ["other_endpoint_secret", hmac(other.secret, text).digest("hex")],
    ["wrong_algorithm", hmac(secret, text, "sha512").digest("hex")],
    ["wrong_algorithm", hmac(secret, text, "sha1").digest("hex")],
    ["re_serialised_json", hmac(secret, `${t}.${python}`).digest("hex")],
    [
      "re_serialised_json",
      hmac(secret, `${t}.${sent.replaceAll("/", "\\/").replace(/[^ -~]/g, unicode)}`).digest("hex"),
    ],
    ["re_serialised_json", hmac(secret, `${t}.[object Object]`).digest("hex")],
    ["empty_body", hmac(secret, `${t}.`).digest("hex")],
    ["computed_unreadable", "whatever it is!"],
    ["computed_unreadable", right().digest("hex").slice(0, 62)],
    ["computed_unreadable", ""],
    ["computed_unreadable", "0".repeat(10_000)],
    ["computed_unknown", "0".repeat(64)],
  ])("%s: %s", (code, computed) => {
    const answer = diagnose(received({ computed }));
    expect(answer).toMatchObject({ verifies: true, matched_endpoint_id: 7 });
    expect(answer.findings.map((finding) => finding.code)).toEqual([code, "verifies"]);
    for (const finding of answer.findings) expect(Object.keys(finding)).toEqual(["code", "message"]);
    const reported = JSON.stringify(answer);
    for (const known of secrets) expect(reported).not.toContain(known.secret.slice(6));
    expect(reported).not.toMatch(/[0-9a-f]{64}/);
  });

  test("re-serialised by JavaScript, when the body's numbers are not written as JavaScript writes them", () => {
    const body = sent.replace("1500.5", "1500.50");
    const computed = hmac(secret, `${t}.${JSON.stringify(JSON.parse(body))}`).digest("hex");
    expect(codes(received({ body: Buffer.from(body), signedBody: body, computed }))).toEqual([
      "re_serialised_json",
      "verifies",
    ]);
  });

  test("several mistakes at once are all told, the secret first", () => {
    const computed = hmac(bare, python, "sha1").digest("base64");
    expect(codes(received({ computed }))).toEqual([
      "secret_without_prefix",
      "timestamp_not_signed",
      "re_serialised_json",
      "computed_base64",
      "wrong_algorithm",
      "verifies",
    ]);
    const withOther = hmac(`${other.secret}\n`, sent).digest("hex");
    expect(codes(received({ computed: withOther }))).toEqual([
      "other_endpoint_secret",
      "secret_with_whitespace",
      "timestamp_not_signed",
      "verifies",
    ]);
  });

  test("during an overlap each live secret gives a right signature", () => {
    const computed = hmac(previous.secret, text).digest("hex");
    expect(codes(received({ computed, signedWith: [current, previous] }))).toEqual([
      "computed_right",
      "verifies",
    ]);
  });

  test("a new secret does not fit what was signed with the previous one", () => {
    const computed = right().digest("hex");
    expect(codes(received({ computed, signedWith: [previous] }))).toEqual([
      "newer_secret",
      "previous_secret",
      "verifies",
    ]);
  });
});

describe("what the receiver's code computed, for a delivery that does not verify", () => {
  const changed = sent.replace("1500.5", "1500.6");

  test("fits the body that was received: then the code is right and the body is not", () => {
    const computed = hmac(secret, `${t}.${changed}`).digest("hex");
    const question = received({ body: Buffer.from(changed), computed });
    expect(codes(question)).toEqual(["unknown", "computed_fits_body"]);
    expect(codes({ ...question, storedBody: sent })).toEqual(["altered_body", "computed_fits_body"]);
  });

  test("is the header's own signature: then the code saw another body", () => {
    const computed = right().digest("hex");
    expect(codes(received({ body: Buffer.from(changed), storedBody: sent, computed }))).toEqual([
      "altered_body",
      "computed_right",
    ]);
  });

  test("shows that the code uses an old secret, also when nothing else is known", () => {
    const computed = hmac(expired.secret, `${t}.${changed}`).digest("hex");
    expect(codes(received({ body: Buffer.from(changed), computed }))).toEqual(["unknown", "old_secret"]);
  });
});

function unicode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
