import { constants, createCipheriv, createDecipheriv, publicEncrypt } from "node:crypto";
import { publicKeyOf } from "../signed-token.ts";

// The portal prescribes ECB; TLS protects the rest.
const cipher = "aes-256-ecb";

/** Encrypts with AES-256 and PKCS #7 padding; returns base64. */
export function seal(key: Buffer, plain: Buffer | string): string {
  const encryption = createCipheriv(cipher, key, null);
  return Buffer.concat([encryption.update(plain), encryption.final()]).toString("base64");
}

/** Returns undefined if it cannot be decrypted with this key. */
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
 * Encrypts the login, as base64 of its JSON, with the portal's public key. Returns undefined if the key is unusable.
 */
export function sealLogin(pem: string, login: object): string | undefined {
  const key = publicKeyOf(pem);
  if (!key) return undefined;
  const plain = Buffer.from(JSON.stringify(login)).toString("base64");
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key, padding }, Buffer.from(plain)).toString("base64");
  } catch {
    // The key is not an RSA key, or the credentials are too long for it.
    return undefined;
  }
}
