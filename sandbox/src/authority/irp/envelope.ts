import { createCipheriv, createDecipheriv } from "node:crypto";
import { readFields } from "../exchange.ts";

const cipher = "aes-256-ecb";

/** Encrypts bytes as the portal does, with AES-256 in ECB mode and PKCS #7 padding, and encodes them in base64. */
export function encryptBytes(key: Buffer, plain: Buffer | string): string {
  const encryption = createCipheriv(cipher, key, null);
  return Buffer.concat([encryption.update(plain), encryption.final()]).toString("base64");
}

export const encryptJson = (key: Buffer, value: object) => encryptBytes(key, JSON.stringify(value));

/** The decrypted JSON object; undefined if the key does not decrypt it to one. */
export function decryptJson(key: Buffer, sealed: unknown): Record<string, unknown> | undefined {
  if (typeof sealed !== "string") return undefined;
  try {
    const decryption = createDecipheriv(cipher, key, null);
    return readFields(Buffer.concat([decryption.update(sealed, "base64"), decryption.final()]));
  } catch {
    return undefined;
  }
}
