import type { Signature } from "./header.ts";
import { refuse, type WebhookVerificationError } from "./refusals.ts";
import { fits } from "./signature.ts";

/** Explains why no signature matches, by checking whether one would match without each of the common mistakes. */
export async function findCause(
  secrets: readonly string[],
  signature: Signature,
  body: Uint8Array,
): Promise<WebhookVerificationError> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body.subarray(0, longestTried));
  if (text.startsWith("[object ")) return refuse("payload_parsed");
  // A large invalid body must not cost much processing time.
  if (body.length > longestTried) return refuse("signature_mismatch", secrets.length);
  for (const [change, original] of originals(text)) {
    if (await fits(secrets, signature, original)) return refuse("payload_changed", change);
  }
  for (const [cure, mend] of mendings) {
    const mended = secrets.map(mend);
    if (mended.some((secret, at) => secret !== secrets[at]) && (await fits(mended, signature, body)))
      return refuse("secret_malformed", cure);
  }
  const isBare = secrets.every((secret) => !secret.startsWith(prefix));
  return isBare ? refuse("secret_malformed", noSecret) : refuse("signature_mismatch", secrets.length);
}

const longestTried = 256 * 1024;

const prefix = "whsec_";
const noSecret = `it must start with ${prefix}. It is not the App ID or the API Secret.`;

const trimmed = (secret: string) => secret.trim().replace(/^(["'])(.*)\1$/, "$2");

const mendings: readonly [cure: string, mend: (secret: string) => string][] = [
  [`the prefix ${prefix} is missing. It is part of the secret.`, (secret) => `${prefix}${secret.trim()}`],
  ["there are spaces, a line break or quotes around it. Remove them.", trimmed],
];

/** The possible original bodies, most likely first. */
function* originals(text: string): Generator<[change: string, original: Uint8Array]> {
  for (const [change, restore] of changes) {
    try {
      const original = restore(text);
      if (original !== text)
        yield [change, typeof original === "string" ? new TextEncoder().encode(original) : original];
    } catch {
      // The body was not changed in this way.
    }
  }
}

const changes: readonly [change: string, restore: (text: string) => string | Uint8Array][] = [
  ["starts with a byte order mark that was not sent", (text) => text.replace(/^\uFEFF/, "")],
  ["has extra whitespace or a line break around it", (text) => text.trim()],
  ["has lost the line break at its end", (text) => `${text}\n`],
  ["was parsed and serialised again", (text) => JSON.stringify(JSON.parse(text))],
  [
    "is still base64-encoded, as some hosting platforms pass it on; decode it first",
    (text) => bytesOf(atob(text)),
  ],
  ["was read as latin1 instead of UTF-8", (text) => (isLatin1(text) ? bytesOf(text) : text)],
];

// The sender chooses the text, so this must take linear time.
const isLatin1 = (text: string) => /[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text);

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
