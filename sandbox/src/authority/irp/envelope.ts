import { createCipheriv, createDecipheriv } from "node:crypto";
import { readFields } from "../exchange.ts";

const cipher = "aes-256-ecb";

/** Base64 of the bytes, encrypted as the portal does it: AES-256 in ECB mode with the padding of PKCS #7. */
export function encryptBytes(key: Buffer, plain: Buffer | string): string {
  const encryption = createCipheriv(cipher, key, null);
  return Buffer.concat([encryption.update(plain), encryption.final()]).toString("base64");
}

export const encryptJson = (key: Buffer, value: object) => encryptBytes(key, JSON.stringify(value));

/** The JSON object inside, or undefined when this is not one that the key opens. */
export function decryptJson(key: Buffer, sealed: unknown): Record<string, unknown> | undefined {
  if (typeof sealed !== "string") return undefined;
  try {
    const decryption = createDecipheriv(cipher, key, null);
    return readFields(Buffer.concat([decryption.update(sealed, "base64"), decryption.final()]));
  } catch {
    return undefined;
  }
}
