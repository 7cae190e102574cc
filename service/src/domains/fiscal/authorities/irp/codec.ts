import { constants, createCipheriv, createDecipheriv, publicEncrypt } from "node:crypto";
import { publicKeyOf } from "../signed-token.ts";

// Prescribed by the portal. ECB mode hides little, but TLS is around it.
const cipher = "aes-256-ecb";

/** Base64 of what was encrypted with AES-256 and the padding of PKCS #7. */
export function seal(key: Buffer, plain: Buffer | string): string {
  const encryption = createCipheriv(cipher, key, null);
  return Buffer.concat([encryption.update(plain), encryption.final()]).toString("base64");
}

/** Undefined when the key does not open it. */
export function unseal(key: Buffer, sealed: unknown): Buffer | undefined {
  if (typeof sealed !== "string") return undefined;
  try {
    const decryption = createDecipheriv(cipher, key, null);
    return Buffer.concat([decryption.update(sealed, "base64"), decryption.final()]);
  } catch {
    return undefined;
  }
}

/**
 * A login that only the portal can read: base64 of JSON, encrypted with its public key. Undefined when the key cannot
 * do that.
 */
export function sealLogin(pem: string, login: object): string | undefined {
  const key = publicKeyOf(pem);
  if (!key) return undefined;
  const plain = Buffer.from(JSON.stringify(login)).toString("base64");
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key, padding }, Buffer.from(plain)).toString("base64");
  } catch {
    // Not an RSA key, or name and password are too long for it.
    return undefined;
  }
}
