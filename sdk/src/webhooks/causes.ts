import type { Signature } from "./header.ts";
import { refuse, type WebhookVerificationError } from "./refusals.ts";
import { fits } from "./signature.ts";

/** No signature fits. Whether one would without a usual mistake can be tried, and then the message is certain. */
export async function findCause(
  secrets: readonly string[],
  signature: Signature,
  body: Uint8Array,
): Promise<WebhookVerificationError> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body.subarray(0, longestTried));
  if (text.startsWith("[object ")) return refuse("payload_parsed");
  // Whoever sends rubbish must not keep us busy with it.
  if (body.length > longestTried) return refuse("signature_mismatch", secrets.length);
  for (const [change, original] of originals(text)) {
    const bytes = new TextEncoder().encode(original);
    if (original !== text && (await fits(secrets, signature, bytes)))
      return refuse("payload_changed", change);
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
const noSecret = `it must begin with ${prefix}. An App ID or the API's Secret is something else.`;

const trimmed = (secret: string) => secret.trim().replace(/^(["'])(.*)\1$/, "$2");

const mendings: readonly [cure: string, mend: (secret: string) => string][] = [
  [`it lacks ${prefix}, which belongs to it.`, (secret) => `${prefix}${secret.trim()}`],
  ["there are spaces, a line break or quotes around it. Take them away.", trimmed],
];

/** What the body may have been, in the order in which it is worth trying. */
function* originals(text: string): Generator<[change: string, original: string]> {
  yield ["has a byte order mark before it that was not sent", text.replace(/^\uFEFF/, "")];
  yield ["has whitespace or a line break around it that was not sent", text.trim()];
  yield ["has lost the line break at its end", `${text}\n`];
  try {
    yield ["was parsed and written anew", JSON.stringify(JSON.parse(text))];
  } catch {
    // Then it was not that.
  }
}
