import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { parseObject } from "../../../platform/outbound/response-parsing.ts";

/**
 * The claims of a JSON Web Token if its signature is valid; undefined otherwise. The key determines the algorithm,
 * never the token: otherwise anybody who knows the public key could use it as a shared secret.
 */
export function claimsOf(token: unknown, key: KeyObject): Record<string, unknown> | undefined {
  if (!isToken(token)) return undefined;
  const [head, claims, signature] = token.split(".") as [string, string, string];
  const algorithm = key.asymmetricKeyType && algorithms[key.asymmetricKeyType];
  if (!algorithm || decoded(head)?.alg !== algorithm.name) return undefined;
  const signed = Buffer.from(`${head}.${claims}`);
  const isGenuine = verify(algorithm.digest, signed, key, Buffer.from(signature, "base64url"));
  return isGenuine ? decoded(claims) : undefined;
}

const algorithms: Readonly<Record<string, { name: string; digest: string | null }>> = {
  rsa: { name: "RS256", digest: "sha256" },
  ed25519: { name: "EdDSA", digest: null },
};

export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);
}

const decoded = (part: string) => parseObject(Buffer.from(part, "base64url"));

// Parsing a key takes longer than verifying with it, so keys are cached by their text.
const known = new Map<string, KeyObject>();
const knownMax = 1000;

/** From PEM, either a key or a certificate; undefined if it cannot be parsed. */
export function publicKeyOf(pem: string | undefined): KeyObject | undefined {
  if (pem === undefined) return undefined;
  const earlier = known.get(pem);
  if (earlier) return earlier;
  try {
    const key = createPublicKey(pem);
    if (known.size === knownMax) known.clear();
    known.set(pem, key);
    return key;
  } catch {
    return undefined;
  }
}
