import { describe, expect, test } from "vitest";
import { expired, other, received, sent } from "./diagnose.fixture.ts";
import { diagnose, type ReceivedDelivery } from "./diagnose.ts";

const codes = (question: ReceivedDelivery) => diagnose(question).findings.map(({ code }) => code);
const firstMessage = (question: ReceivedDelivery) => diagnose(question).findings[0]!.message;
const value = JSON.parse(sent) as Record<string, unknown>;
const bytes = Buffer.from(sent);
const bom = Buffer.from([0xef, 0xbb, 0xbf]);
const escaped = sent.replace(
  /[^ -~]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
const windows1252 = new Map([...Array(32).keys()].map((index) => [0x80 + index, 0x80 + index]));
// The bytes 0x82, 0xac and 0x98, in which € and Ø end, read as Windows-1252.
for (const [byte, letter] of [
  [0x82, 0x201a],
  [0x98, 0x02dc],
  [0x80, 0x20ac],
] as const)
  windows1252.set(byte, letter);
const asWindows = String.fromCharCode(...[...bytes].map((byte) => windows1252.get(byte) ?? byte));

// What can be undone and then proved by the signature, without our copy.
const undone: [string, string, string | Buffer][] = [
  ["bom_added", "a byte order mark", Buffer.concat([bom, bytes])],
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
  ["json_in_json", "serialised twice", JSON.stringify(sent)],
  ["wrong_charset", "UTF-8 read as Latin-1", bytes.toString("latin1")],
  ["wrong_charset", "UTF-8 read as Windows-1252", asWindows],
  ["wrong_charset", "as UTF-16", Buffer.from(`\uFEFF${sent}`, "utf16le")],
  ["unicode_normalised", "decomposed", sent.normalize("NFD")],
  ["base64_body", "as base64", bytes.toString("base64")],
  ["base64_body", "as base64url with a newline", `${bytes.toString("base64url")}\n`],
  ["url_encoded_body", "percent-encoded", encodeURIComponent(sent)],
  ["url_encoded_body", "as a form", String(new URLSearchParams([[sent, ""]]))],
  ["url_encoded_body", "as a field of a form", String(new URLSearchParams({ payload: sent }))],
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
  ["wrong_charset", "letters replaced by question marks", sent.replace(/[^ -~]/g, "?")],
  [
    "wrong_charset",
    "bytes replaced by U+FFFD",
    sent.replace("ë", "\ufffd\ufffd").replace(/[ØåøÅ€]/g, "\ufffd"),
  ],
  ["truncated_body", "cut off", sent.slice(0, 70)],
  ["altered_body", "a letter changed", sent.replace("Zoë", "Zoe")],
  ["altered_body", "a digit changed", sent.replace("1500.5", "1500.6")],
  ["altered_body", "something appended", `${sent}{}`],
  ["empty_body", "consumed by a parser", ""],
  ["parsed_object", "an object turned into text", "[object Object]"],
];

describe("the body, when we have our copy of it", () => {
  test.each([...undone, ...compared])("%s: %s", (code, _, body) => {
    const question = received({ body: Buffer.from(body as string), storedBody: sent });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: 7 });
    expect(codes(question)).toEqual([code]);
  });

  test.each([
    ["the order of keys", compared[0]![2]],
    ["how numbers are written", compared[2]![2]],
    ["whitespace", JSON.stringify(value, null, 2)],
    ["how characters are escaped", escaped],
  ])("re-serialised: the message names %s and the raw body", (difference, body) => {
    const message = firstMessage(received({ body: Buffer.from(body as string), storedBody: sent }));
    expect(message).toContain(`differs in ${difference}`);
    expect(message).toContain("express.raw");
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

  test.each(["\n", "\r\n"])("whitespace_removed: %j at the end", (ending) => {
    expect(codes(received({ signedBody: sent + ending }))).toEqual(["whitespace_removed"]);
    expect(codes(received({ signedBody: sent + ending, storedBody: sent + ending }))).toEqual([
      "whitespace_removed",
    ]);
  });

  test.each([
    ["\r\n", "\n"],
    ["\n", "\r\n"],
  ])("line_endings_changed: from %j to %j", (from, to) => {
    const lines = `{${from}"id": "evt_7f3kq"${from}}`;
    const body = Buffer.from(lines.replaceAll(from, to));
    expect(codes(received({ signedBody: lines, body }))).toEqual(["line_endings_changed"]);
    expect(codes(received({ signedBody: lines, body, storedBody: lines }))).toEqual(["line_endings_changed"]);
  });

  test("wrong_charset: converted to Latin-1", () => {
    const text = sent.replace("€", "ü");
    const body = Buffer.from(text, "latin1");
    expect(codes(received({ signedBody: text, body }))).toEqual(["wrong_charset"]);
    expect(codes(received({ signedBody: text, body, storedBody: text }))).toEqual(["wrong_charset"]);
  });

  test("empty or turned into text is plain to see; what else was altered is honestly unknown", () => {
    expect(codes(received({ body: Buffer.alloc(0) }))).toEqual(["empty_body"]);
    expect(codes(received({ body: Buffer.from("[object Object]") }))).toEqual(["parsed_object"]);
    const question = received({ body: Buffer.from(sent.replace("1500.5", "1500.6")) });
    expect(diagnose(question)).toMatchObject({ verifies: false, matched_endpoint_id: null });
    expect(codes(question)).toEqual(["unknown"]);
    expect(firstMessage(question)).toContain("None of the 4 secrets");
  });
});
