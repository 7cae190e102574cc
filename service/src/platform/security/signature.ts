import { createHmac, timingSafeEqual } from "node:crypto";
import { randomToken } from "./ids.ts";

/**
 * How a delivery proves that it comes from us, in two forms side by side: `X-Pay-Signature`, which the contract
 * promises, and the Standard Webhooks headers, for which libraries exist. They sign different texts with
 * different forms of the same secret.
 */
export const toleranceSeconds = 300;

const secretPrefix = "whsec_";

/** Shown once. The part after the prefix is base64, as Standard Webhooks requires. */
export function makeWebhookSecret(): string {
  return `${secretPrefix}${Buffer.from(randomToken(24), "base64url").toString("base64")}`;
}

/**
 * The headers of one attempt. Secrets come newest first; there is more than one only during a rotation with overlap.
 */
export function signatureHeaders(
  secrets: readonly string[],
  messageId: string,
  moment: Date,
  body: Buffer,
): Record<string, string> {
  const t = String(unixSeconds(moment));
  const pay = secrets.map((secret) => `,v1=${paySignature(secret, t, body).toString("hex")}`);
  const standard = secrets.map(
    (secret) => `v1,${standardSignature(secret, messageId, t, body).toString("base64")}`,
  );
  return {
    "x-pay-signature": `t=${t}${pay.join("")}`,
    "webhook-id": messageId,
    "webhook-timestamp": t,
    "webhook-signature": standard.join(" "),
  };
}

type Refusal = "missing" | "malformed" | "too_old" | "too_new" | "mismatch";

/** Faults that show without the body: a header that is missing, malformed or too old will never verify. */
export function paySignatureFault(header: string | undefined, now: Date): string | undefined {
  const read = header ? readPaySignature(header) : undefined;
  if (read && Math.abs(unixSeconds(now) - Number(read.t)) <= toleranceSeconds) return undefined;
  return read
    ? `Its timestamp differs by more than ${toleranceSeconds} seconds.`
    : "X-Pay-Signature must have the form t=<unix seconds>,v1=<64 lower-case hex digits>.";
}

/** The signature is checked before the time, so that only something we really signed is called too old or too new. */
export function verifyPaySignature(
  header: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): { verified: true } | { verified: false; cause: Refusal; message: string } {
  if (!header) return refused("missing", "The X-Pay-Signature header is missing.");
  const read = readPaySignature(header);
  if (!read) {
    return refused(
      "malformed",
      "X-Pay-Signature must have the form t=<unix seconds>,v1=<64 lower-case hex digits>.",
    );
  }
  const signed = secrets.some((secret) => isAmong(paySignature(secret, read.t, body), read.signatures));
  if (!signed)
    return refused("mismatch", "No v1 in X-Pay-Signature matches the body and the webhook secret.");
  const age = unixSeconds(now) - Number(read.t);
  if (age > toleranceSeconds) {
    return refused("too_old", `The signature is ${age} seconds old; the maximum is ${toleranceSeconds}.`);
  }
  if (age < -toleranceSeconds) {
    return refused(
      "too_new",
      `The signature is ${-age} seconds in the future; the maximum is ${toleranceSeconds}.`,
    );
  }
  return { verified: true };
}

const refused = (cause: Refusal, message: string) => ({ verified: false, cause, message }) as const;

// Two signatures take 150 characters; the rest is room for schemes to come.
export const maxHeaderLength = 1024;
const timestampPattern = /^\d{1,12}$/;
const signaturePattern = /^[0-9a-f]{64}$/;

/** The time exactly as it was written, because that text is what was signed. Unknown schemes are skipped. */
export function readPaySignature(header: string): { t: string; signatures: Buffer[] } | undefined {
  if (header.length > maxHeaderLength) return undefined;
  let t: string | undefined;
  const signatures: Buffer[] = [];
  for (const part of header.split(",")) {
    const equals = part.indexOf("=");
    if (equals < 0) continue;
    const scheme = part.slice(0, equals);
    const value = part.slice(equals + 1);
    if (scheme === "t") {
      if (t !== undefined || !timestampPattern.test(value)) return undefined;
      t = value;
    }
    if (scheme === "v1" && signaturePattern.test(value)) signatures.push(Buffer.from(value, "hex"));
  }
  return t === undefined || signatures.length === 0 ? undefined : { t, signatures };
}

/** The key is the whole text of the secret, as it was shown. */
export function paySignature(secret: string, t: string, body: Buffer): Buffer {
  return createHmac("sha256", secret).update(`${t}.`).update(body).digest();
}

export function standardSignature(secret: string, messageId: string, t: string, body: Buffer): Buffer {
  return createHmac("sha256", decodedSecret(secret)).update(`${messageId}.${t}.`).update(body).digest();
}

export function decodedSecret(secret: string): Buffer {
  return Buffer.from(bareSecret(secret), "base64");
}

export function bareSecret(secret: string): string {
  return secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
}

export function isAmong(signature: Buffer, signatures: readonly Buffer[]): boolean {
  return signatures.some((one) => one.length === signature.length && timingSafeEqual(one, signature));
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
