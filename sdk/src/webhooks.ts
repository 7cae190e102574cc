import type { BillfoldEvent } from "./event-types.ts";
import { findCause } from "./webhooks/causes.ts";
import { readHeader } from "./webhooks/header.ts";
import { refuse } from "./webhooks/refusals.ts";
import { fits, sign } from "./webhooks/signature.ts";

export type { BillfoldEvent, EventOf, EventType } from "./event-types.ts";
export { type WebhookRefusal, WebhookVerificationError } from "./webhooks/refusals.ts";

export type WebhookVerification = {
  /** The raw body, before any parsing. */
  payload: string | Uint8Array | ArrayBuffer;
  /** `X-Pay-Signature`. */
  header: string | readonly string[] | null | undefined;
  /** The webhook secret as it was shown; during a rotation, the new and the old one. */
  secret: string | readonly (string | undefined)[] | undefined;
  /** The largest accepted difference between the signature's time and this machine's clock, in seconds; default 300. */
  toleranceSeconds?: number | undefined;
  now?: (() => Date) | undefined;
};

/** Returns the event if the service signed it recently, and throws a WebhookVerificationError otherwise. */
export async function verifyWebhook(given: WebhookVerification): Promise<BillfoldEvent> {
  const { header, toleranceSeconds = 300, now = () => new Date() } = given;
  const secrets = secretsOf(given.secret);
  const body = bytesOf(given.payload);
  const signature = readHeader(header);
  // The time is checked last, so that only an authentic request is called too old.
  if (!(await fits(secrets, signature, body))) throw await findCause(secrets, signature, body);
  requireRecent(Number(signature.t), Math.floor(now().getTime() / 1000), toleranceSeconds);
  return eventOf(body);
}

/** The `X-Pay-Signature` that the service would send with this body, for testing a receiver. */
export async function makeTestHeader({
  payload,
  secret,
  now = () => new Date(),
}: Pick<WebhookVerification, "payload" | "secret" | "now">): Promise<string> {
  const t = String(Math.floor(now().getTime() / 1000));
  const body = bytesOf(payload);
  const signatures = await Promise.all(secretsOf(secret).map((one) => sign(one, t, body)));
  return [`t=${t}`, ...signatures.map((signature) => `v1=${signature}`)].join(",");
}

function secretsOf(secret: WebhookVerification["secret"]): string[] {
  const secrets = [secret].flat().filter((one) => typeof one === "string" && one !== "") as string[];
  if (secrets.length === 0) throw refuse("secret_missing");
  return secrets;
}

function bytesOf(payload: unknown): Uint8Array {
  if (payload === undefined || payload === null) throw refuse("payload_empty");
  const bytes = asBytes(payload);
  if (!bytes) throw refuse("payload_parsed", ...notRead(payload));
  if (bytes.length === 0) throw refuse("payload_empty");
  return bytes;
}

function asBytes(payload: unknown): Uint8Array | undefined {
  if (typeof payload === "string") return new TextEncoder().encode(payload);
  if (payload instanceof Uint8Array) return payload;
  // Some test runners and edge runtimes create it in another realm, where `instanceof` fails.
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  const isBuffer = Object.prototype.toString.call(payload) === "[object ArrayBuffer]";
  return isBuffer ? new Uint8Array(payload as ArrayBuffer) : undefined;
}

/** Names the type of a payload that is not a raw body, if it can be recognised. */
function notRead(payload: unknown): [what?: string] {
  const { then, getReader, arrayBuffer } = payload as Record<string, unknown>;
  if (typeof then === "function") return ["a promise of the body: await it first"];
  if (typeof getReader === "function" || typeof arrayBuffer === "function")
    return ["a stream or request object instead of the raw body"];
  return [];
}

function requireRecent(signedAt: number, now: number, toleranceSeconds: number): void {
  const age = now - signedAt;
  if (Math.abs(age) <= toleranceSeconds) return;
  throw age > 0
    ? refuse("too_old", age, toleranceSeconds)
    : refuse("from_the_future", -age, toleranceSeconds);
}

function eventOf(body: Uint8Array): BillfoldEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as BillfoldEvent;
  } catch {
    throw refuse("payload_no_json");
  }
}
