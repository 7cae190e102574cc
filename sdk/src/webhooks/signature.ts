import type { Signature } from "./header.ts";

/** Whether any of the header's signatures was made with any of the secrets. */
export async function fits(
  secrets: readonly string[],
  { t, signatures }: Signature,
  body: Uint8Array,
): Promise<boolean> {
  let found = false;
  for (const secret of secrets) {
    const own = await sign(secret, t, body);
    for (const signature of signatures) found = isSame(own, signature) || found;
  }
  return found;
}

/** HMAC-SHA256 in hex, keyed by the whole text of the secret, over the time and the body. */
export async function sign(secret: string, t: string, body: Uint8Array): Promise<string> {
  const { subtle } = await webCrypto();
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const time = encoder.encode(`${t}.`);
  const signed = new Uint8Array(time.length + body.length);
  signed.set(time);
  signed.set(body, time.length);
  const made = new Uint8Array(await subtle.sign("HMAC", key, signed));
  return [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares in constant time, so that the duration reveals nothing about the correct signature. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

type WebCrypto = { subtle: SubtleCrypto };

/**
 * Node 18 has Web Crypto, but not as a global. The module name is in a variable so that bundlers do not try to
 * resolve it.
 */
async function webCrypto(): Promise<WebCrypto> {
  const { crypto } = globalThis as { crypto?: WebCrypto };
  if (crypto?.subtle) return crypto;
  const name = "node:crypto";
  const { webcrypto } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as {
    webcrypto: WebCrypto;
  };
  return webcrypto;
}
