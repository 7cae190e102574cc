import { isDeepStrictEqual } from "node:util";
import type { Finding } from "./diagnose.ts";

const rawBody =
  'Verify the raw bytes before anything parses them: express.raw({ type: "application/json" }) in Express, request.get_data() in Flask, request.body in Django, file_get_contents("php://input") in PHP, io.ReadAll(r.Body) in Go.';

const whitespaceAdded: Finding = {
  code: "whitespace_added",
  message: `Whitespace, a newline or a byte order mark was added around the body, for example by a file, an editor or echo. ${rawBody}`,
};
const reSerialised: Finding = {
  code: "re_serialised_json",
  message: `The body is the same JSON value in other bytes: it was parsed and serialised again. ${rawBody}`,
};
const base64Body: Finding = {
  code: "base64_body",
  message:
    "The body is the base64 encoding of what we sent. Decode it before verifying; AWS API Gateway and Lambda set isBase64Encoded.",
};
const emptyBody: Finding = {
  code: "empty_body",
  message: `The body is empty, but we never send an empty body: most likely a body parser has already read the stream. ${rawBody}`,
};

/** What the body may have been when it was sent; the signature proves whether it was. */
export function possibleOriginals(received: Buffer): { original: Buffer; finding: Finding }[] {
  const text = received.toString("utf8").trim();
  const guesses = [
    { original: Buffer.from(text), finding: whitespaceAdded },
    ...(/^[\w+/-]+={0,2}$/.test(text)
      ? [{ original: Buffer.from(text, "base64"), finding: base64Body }]
      : []),
    ...serialisations(text).map((json) => ({ original: Buffer.from(json), finding: reSerialised })),
  ];
  return guesses.filter(({ original }) => !original.equals(received));
}

function serialisations(text: string): string[] {
  try {
    return [minified(text), JSON.stringify(JSON.parse(text))];
  } catch {
    // Neither what is not JSON nor what is nested too deeply to be printed can have been re-serialised.
    return [];
  }
}

/** Unlike parsing and serialising, this leaves every number as it was written. */
export function minified(json: string): string {
  JSON.parse(json);
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*"?)|\s+/g, "$1");
}

/** How the received body differs from the one that we know we sent. */
export function bodyChange(received: Buffer, sent: Buffer): Finding {
  if (received.length === 0) return emptyBody;
  const undone = possibleOriginals(received).find(({ original }) => original.equals(sent));
  if (undone) return undone.finding;
  if (isSameJson(received, sent)) return reSerialised;
  const offset = firstDifference(received, sent);
  return {
    code: "altered_body",
    message: `The body was altered. You received ${received.length} bytes and we sent ${sent.length}; the first difference is at byte ${offset} (counted from 0): we sent ${context(sent, offset)}, you received ${context(received, offset)}. Look for what rewrites or cuts off bodies before your receiver: a proxy, a firewall, middleware, a character set other than UTF-8, a limit on body size.`,
  };
}

function isSameJson(received: Buffer, sent: Buffer): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(received.toString("utf8").trim()), JSON.parse(sent.toString("utf8")));
  } catch {
    return false;
  }
}

function firstDifference(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length);
  let offset = 0;
  while (offset < length && one[offset] === other[offset]) offset += 1;
  return offset;
}

function context(bytes: Buffer, offset: number): string {
  if (offset >= bytes.length) return "nothing more";
  return JSON.stringify(bytes.subarray(Math.max(0, offset - 12), offset + 20).toString("utf8"));
}
