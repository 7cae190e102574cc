import { describe, expect, test } from "vitest";
import { expired, other, received, sent } from "./diagnose.fixture.ts";
import { diagnose, type ReceivedDelivery } from "./diagnose.ts";

const codes = (question: ReceivedDelivery) => diagnose(question).findings.map(({ code }) => code);
const firstMessage = (question: ReceivedDelivery) => diagnose(question).findings[0]!.message;
const value = JSON.parse(sent) as Record<string, unknown>;
const bytes = Buffer.from(sent);
const escaped = sent.replace(
  /[^ -~]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

// What can be undone and then proved by the signature, without our copy.
const undone: [string, string, string | Buffer][] = [
  ["whitespace_added", "a byte order mark", `\uFEFF${sent}`],
  ["whitespace_added", "a newline at the end", `${sent}\n`],
  ["whitespace_added", "a Windows newline at the end", `${sent}\r\n`],
  ["whitespace_added", "spaces around", `  ${sent} \t\n`],
  ["re_serialised_json", "pretty-printed", JSON.stringify(value, null, 2)],
  ["re_serialised_json", "with spaces, as Python writes it", escaped.replace(/([,:])"/g, '$1 "')],
  ["re_serialised_json", "with escapes", escaped],
  ["re_serialised_json", "with escaped slashes, as PHP writes it", sent.replaceAll("/", "\\/")],
  [
    "re_serialised_json",
    "pretty, with a newline and a byte order mark",
    `\uFEFF${JSON.stringify(value, null, 4)}\n`,
  ],
  ["base64_body", "as base64", bytes.toString("base64")],
  ["base64_body", "as base64url with a newline", `${bytes.toString("base64url")}\n`],
];

// What can only be told by comparing with our copy.
const compared: [string, string, string | Buffer][] = [
  ["re_serialised_json", "keys in another order", JSON.stringify({ data: value.data, ...value })],
  [
    "re_serialised_json",
    "keys in another order, pretty",
    JSON.stringify(Object.fromEntries(Object.entries(value).reverse()), null, 2),
  ],
  ["re_serialised_json", "a number written otherwise", sent.replace("1500.5", "1500.50")],
  ["altered_body", "read as Latin-1", bytes.toString("latin1")],
  ["altered_body", "cut off", sent.slice(0, 70)],
  ["altered_body", "a letter changed", sent.replace("Zoë", "Zoe")],
  ["altered_body", "a digit changed", sent.replace("1500.5", "1500.6")],
  ["altered_body", "something appended", `${sent}{}`],
  ["altered_body", "an object turned into text", "[object Object]"],
  ["empty_body", "consumed by a parser", ""],
];

describe("the body, when we have our copy of it", () => {
  test.each([...undone, ...compared])("%s: %s", (code, _, body) => {
    const question = received({ body: Buffer.from(body as string), storedBody: sent });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: 7 });
    expect(codes(question)).toEqual([code]);
  });

  test("re-serialised: the message names the raw body", () => {
    const body = Buffer.from(JSON.stringify(value, null, 2));
    expect(firstMessage(received({ body, storedBody: sent }))).toContain("express.raw");
  });

  test("altered: the message tells where, how long, and what stands there", () => {
    const body = Buffer.from(sent.replace("customer.created", "customer.updated!"));
    const message = firstMessage(received({ body, storedBody: sent }));
    expect(message).toContain(`received ${bytes.length + 1} bytes and we sent ${bytes.length}`);
    expect(message).toContain(`byte ${sent.indexOf("created")} `);
    expect(message).toContain(`we sent ${JSON.stringify('":"customer.created","sequence":')}`);
    expect(message).toContain("updated!");
  });

  test("names the difference also when the signature fits neither, and says that too", () => {
    const question = received({ body: Buffer.from(`${sent}\n`), storedBody: sent, secrets: [other] });
    expect(codes(question)).toEqual(["whitespace_added", "unknown_secret"]);
  });

  test("tells also that the secret is old", () => {
    const question = received({ body: Buffer.from(`${sent}\n`), storedBody: sent, signedWith: [expired] });
    expect(codes(question)).toEqual(["whitespace_added", "old_secret"]);
  });
});

describe("the body, without our copy", () => {
  test.each(undone)("%s: %s", (code, _, body) => {
    const question = received({ body: Buffer.from(body as string) });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: 7 });
    expect(codes(question)).toEqual([code]);
  });

  test("empty is plain to see; what else was altered is unknown", () => {
    expect(codes(received({ body: Buffer.alloc(0) }))).toEqual(["empty_body"]);
    const question = received({ body: Buffer.from(sent.replace("1500.5", "1500.6")) });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: null });
    expect(codes(question)).toEqual(["unknown"]);
    expect(firstMessage(question)).toContain("None of the 4 secrets");
  });
});
