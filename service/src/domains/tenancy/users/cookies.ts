import { createHash, createHmac } from "node:crypto";
import type { Context } from "../../../context.ts";

/** What the account library and those who read its sessions agree on. */

/** The path of the library's own endpoints. */
export const authPath = "/app/auth";

/** Seven days from signing in, however much the session is used. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** The header by which we tell the library where a request came from: only we can set it. */
export const addressHeader = "x-billfold-address";

/** Signs cookies. Derived from the encryption keys, which all nodes share; a new first key ends all sessions. */
export function siteSecretOf({ encryptionKeys }: Pick<Context, "encryptionKeys">): string {
  return derivedSecret(encryptionKeys[0]!.key);
}

export const derivedSecret = (key: Buffer) =>
  createHmac("sha256", key).update("billfold site").digest("base64url");

/** The library numbers its keys; ours have names. */
export const versionOf = (id: string) => createHash("sha256").update(id).digest().readUIntBE(0, 6);

/** In production the prefix ties a cookie to this host and to HTTPS: no neighbouring host can set or replace it. */
export const cookieName = (production: boolean) => `${cookiePrefix(production)}_session`;
export const cookiePrefix = (production: boolean) => (production ? "__Host-billfold" : "billfold");
