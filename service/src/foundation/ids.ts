import { randomBytes } from "node:crypto";

/** Unguessable text that survives URLs, shells and double-clicks. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** A public identifier: random, lower case, without look-alikes, easy to read out. */
export function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte & 31]).join("");
}
