import { randomBytes, randomFillSync } from "node:crypto";

// Asking the system for a few random bytes costs as much as asking for a few thousand.
const pool = Buffer.allocUnsafe(4096);
let used = pool.length;

/** Unguessable text that survives URLs, shells and double-clicks. */
export const randomToken = (bytes: number): string => randomText(bytes, "base64url");

/** For what the database stores as bytes. */
export const randomHex = (bytes: number): string => randomText(bytes, "hex");

function randomText(bytes: number, encoding: "base64url" | "hex"): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const token = pool.toString(encoding, used, used + bytes);
  // A token that was handed out must not remain in memory.
  pool.fill(0, used, used + bytes);
  used += bytes;
  return token;
}

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** A public identifier: random, lower case, without look-alikes, easy to read out. */
export function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte & 31]).join("");
}

/** A reference that an outside party stores for us: unguessable, and made of letters, digits and dashes only. */
export function randomReference(prefix: string): string {
  return `${prefix}-${randomToken(18).replaceAll("_", "-")}`;
}
