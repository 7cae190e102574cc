import { isDeepStrictEqual } from "node:util";
import type { Finding } from "./diagnose.ts";

/**
 * The ways in which a body gets altered between sending and verification. Each can be undone, or nearly: `originals`
 * returns what the body may have been, and our copy of the event or the signature tells whether it was.
 */
type Distortion = {
  code: string;
  message: string | ((received: Buffer, sent: Buffer) => string);
  originals: (text: string, received: Buffer) => (string | Buffer)[];
};

const rawBody =
  'Verify the raw bytes before anything parses them: express.raw({ type: "application/json" }) in Express, request.get_data() in Flask, request.body in Django, file_get_contents("php://input") in PHP, io.ReadAll(r.Body) in Go.';

// The order matters: a re-serialised body has lost its byte order mark and its last newline too.
const distortions: readonly Distortion[] = [
  {
    code: "bom_added",
    message: `A byte order mark was put before the body. ${rawBody}`,
    originals: (text) => (text.startsWith("\uFEFF") ? [text.slice(1)] : []),
  },
  {
    code: "whitespace_added",
    message: `Whitespace or a newline was added around the body, as when it passes through a file, an editor or echo. ${rawBody}`,
    originals: (text) => [text.replace(/\r?\n$/, ""), text.trimEnd(), text.trim()],
  },
  {
    code: "whitespace_removed",
    message: `The newline at the end of the body was removed. Do not trim the body. ${rawBody}`,
    originals: (text) => [`${text}\n`, `${text}\r\n`],
  },
  {
    code: "line_endings_changed",
    message: `The line endings of the body were converted between LF and CRLF. Read the body as bytes, not as lines of text. ${rawBody}`,
    originals: (text) => [text.replaceAll("\r\n", "\n"), text.replace(/\r?\n/g, "\r\n")],
  },
  {
    code: "json_in_json",
    message: `The body is a JSON text that contains the body as a string: it was serialised twice. ${rawBody}`,
    originals: (text) => (text.startsWith('"') ? [String(parseJson(text))] : []),
  },
  {
    code: "re_serialised_json",
    message: reSerialised,
    originals: (text) => [JSON.stringify(parseJson(text.trim())), minified(text.trim())],
  },
  {
    code: "wrong_charset",
    message: `The body was decoded with another character set than UTF-8 and encoded again, so letters outside ASCII have changed. Read the body as bytes, or as UTF-8. ${rawBody}`,
    originals: (text, received) => [
      Buffer.from(text, "latin1"),
      windows1252Bytes(text),
      received.toString("latin1"),
      received.toString("utf16le").replace(/^\uFEFF/, ""),
    ],
  },
  {
    code: "unicode_normalised",
    message: `Letters of the body were changed to another Unicode normal form: they look the same and have other bytes. ${rawBody}`,
    originals: (text) => [normalised(text, "NFC"), normalised(text, "NFD")],
  },
  {
    code: "base64_body",
    message:
      "The body is base64 of what we sent. Decode it before verifying; AWS API Gateway and Lambda tell by isBase64Encoded.",
    originals: (text) => (/^[\w+/-]+={0,2}\s*$/.test(text) ? [Buffer.from(text, "base64")] : []),
  },
  {
    code: "url_encoded_body",
    message: `The body was URL-encoded, as when a form parser or proxy handles it as a form. ${rawBody}`,
    originals: (text) => {
      if (!text.includes("%")) return [];
      const decoded = [decodeURIComponent(text.replaceAll("+", " ")), decodeURIComponent(text)];
      return decoded.flatMap((one) => [one, one.replace(/=$/, ""), one.slice(one.indexOf("=") + 1)]);
    },
  },
];

/** In the order in which they are worth trying, each with the message for when it is the one. */
export function* possibleOriginals(received: Buffer): Generator<{ sent: Buffer; finding: () => Finding }> {
  const text = received.toString("utf8");
  for (const distortion of distortions) {
    for (const original of undo(distortion, text, received)) {
      const sent = typeof original === "string" ? Buffer.from(original) : original;
      const { code, message } = distortion;
      const finding = () => ({
        code,
        message: typeof message === "string" ? message : message(received, sent),
      });
      if (!sent.equals(received)) yield { sent, finding };
    }
  }
}

function undo(distortion: Distortion, text: string, received: Buffer): (string | Buffer)[] {
  try {
    return distortion.originals(text, received);
  } catch {
    // Not JSON, not percent-encoded, or nested too deeply: then it was not this distortion.
    return [];
  }
}

/** How the received body differs from the one that we know we sent. */
export function describeDifference(received: Buffer, sent: Buffer): Finding {
  const plain = plainlyWrong(received);
  if (plain) return plain;
  for (const possible of possibleOriginals(received)) {
    if (possible.sent.equals(sent)) return possible.finding();
  }
  const [receivedText, sentText] = [received.toString("utf8"), sent.toString("utf8")];
  if (normalised(receivedText, "NFC") === normalised(sentText, "NFC"))
    return known("unicode_normalised", received, sent);
  if (lettersReplaced(receivedText, sentText)) return known("wrong_charset", received, sent);
  if (sameJson(receivedText, sentText)) return known("re_serialised_json", received, sent);
  const offset = firstDifference(received, sent);
  const lengths = `You received ${received.length} bytes and we sent ${sent.length}`;
  if (offset === received.length) {
    return {
      code: "truncated_body",
      message: `The body was cut off. ${lengths}. Read the request to its end, and raise the limit on body size in your framework or proxy.`,
    };
  }
  return {
    code: "altered_body",
    message: `The body was altered. ${lengths}; the first difference is at byte ${offset} (counted from 0): we sent ${context(sent, offset)}, you received ${context(received, offset)}. Look for what rewrites bodies before your receiver: a proxy, a firewall, middleware.`,
  };
}

/** What can be said without knowing the original. */
export function plainlyWrong(received: Buffer): Finding | undefined {
  if (received.length === 0) {
    return {
      code: "empty_body",
      message: `The body is empty, though we never send an empty one: most likely a body parser has read the stream before. ${rawBody}`,
    };
  }
  if (received.subarray(0, 40).toString("latin1").trim().startsWith("[object ")) {
    return {
      code: "parsed_object",
      message: `The body is "[object Object]": it was parsed, and the resulting object was turned into text. ${rawBody}`,
    };
  }
  return undefined;
}

function known(code: string, received: Buffer, sent: Buffer): Finding {
  const { message } = distortions.find((distortion) => distortion.code === code)!;
  return { code, message: typeof message === "string" ? message : message(received, sent) };
}

/** Skips a text with long runs of accents: no language has them, and normalising one takes quadratic time. */
function normalised(text: string, form: "NFC" | "NFD"): string {
  return /\p{M}{8}/u.test(text) ? text : text.normalize(form);
}

/** Decoding as ASCII leaves a question mark or U+FFFD for each letter, or each byte of it. */
function lettersReplaced(received: string, sent: string): boolean {
  const outside = /[?\P{ASCII}]+/gu;
  const onlyMarks = !/[^\p{ASCII}\ufffd]/u.test(received);
  return onlyMarks && received !== sent && received.replace(outside, "?") === sent.replace(outside, "?");
}

function sameJson(received: string, sent: string): boolean {
  try {
    const [one, other] = [parseJson(received.trim()), parseJson(sent.trim())];
    return isDeepStrictEqual(one, other) || JSON.stringify(one) === JSON.stringify(other);
  } catch {
    return false;
  }
}

function reSerialised(received: Buffer, sent: Buffer): string {
  return `The body is the same JSON value in other bytes: it differs in ${howWritten(received.toString("utf8"), sent.toString("utf8"))}. It was parsed and serialised again. ${rawBody}`;
}

// A string that is not closed reaches to the end, so that nothing is looked at twice.
const jsonString = /"[^"\\]*(?:\\.[^"\\]*)*"?/g;

function howWritten(received: string, sent: string): string {
  const [one, other] = [minified(received.trim()), minified(sent.trim())];
  if (one === other) return "whitespace";
  if (JSON.stringify(JSON.parse(one)) !== JSON.stringify(JSON.parse(other))) return "the order of keys";
  const textsAside = one.replace(jsonString, '""') === other.replace(jsonString, '""');
  return textsAside ? "how characters are escaped" : "how numbers are written";
}

/**
 * Throws for anything that is not JSON, or is nested deeper than an event ever is: printing deep nesting takes time
 * and memory out of all proportion to the text.
 */
export function parseJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  let depth = 0;
  for (const [bracket] of json.replace(jsonString, "").matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > maxDepth) throw new Error("nested too deeply");
  }
  return value;
}

const maxDepth = 100;

/** Unlike parsing and serialising, this leaves every number as it was written. */
export function minified(json: string): string {
  parseJson(json);
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*"?)|\s+/g, "$1");
}

// The letters at 0x80 to 0x9f, where Windows-1252 differs from Latin-1.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function windows1252Bytes(text: string): Buffer {
  const bytes = text.replace(/[€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, (letter) =>
    String.fromCharCode(0x80 + windows1252.indexOf(letter)),
  );
  return Buffer.from(bytes, "latin1");
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
