import { createHash, createHmac } from "node:crypto";
import type { Context } from "../../../context.ts";

/** Settings shared by better-auth and the code that reads its sessions. */

/** The path of the library's own endpoints. */
export const authPath = "/app/auth";

/** Seven days from signing in, however much the session is used. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** The header that passes the client's address to the library; requests from outside cannot set it. */
export const addressHeader = "x-billfold-address";

/** Signs cookies. Derived from the encryption keys, which all nodes share; a new first key ends all sessions. */
export function siteSecretOf({ encryptionKeys }: Pick<Context, "encryptionKeys">): string {
  return derivedSecret(encryptionKeys[0]!.key);
}

export const derivedSecret = (key: Buffer) =>
  createHmac("sha256", key).update("billfold site").digest("base64url");

/** The library identifies keys by number; ours have names. */
export const versionOf = (id: string) => createHash("sha256").update(id).digest().readUIntBE(0, 6);

/**
 * In production the prefix binds a cookie to this host and to HTTPS, so that no other host of the domain can set it.
 */
export const cookieName = (production: boolean) => `${cookiePrefix(production)}_session`;
export const cookiePrefix = (production: boolean) => (production ? "__Host-billfold" : "billfold");
