import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "../../context.ts";
import {
  type Credential,
  cookiePrefix,
  findCredentialByEmail,
  findCredentialOf,
  siteSecretOf,
} from "../../domains/tenancy/users/service.ts";
import { randomName } from "../../platform/security/ids.ts";
import { isSame } from "./cookie.ts";

/**
 * A browser in which a user has signed in before keeps a device cookie. Its attempts at that account are counted
 * separately, so that wrong passwords from elsewhere do not lock the user out. The cookie alone grants no access. It is
 * bound to the account and its password: a new password invalidates every earlier cookie.
 */
export type Device = { userId: number; id: string };

const seconds = 180 * 24 * 60 * 60;
const cookiesMax = 20;

export type Devices = {
  /** A device with a valid cookie for any account, without reading the body or the database. */
  claimed(headers: IncomingHttpHeaders): Device | undefined;
  /** The device, if it is known for the account with this email address and the account's current password. */
  knownFor(headers: IncomingHttpHeaders, email: string): Promise<Device | undefined>;
  /** The cookie for a user who has just signed in or set a new password; undefined if the account has no password. */
  cookieFor(headers: IncomingHttpHeaders, userId: number): Promise<string | undefined>;
};

export function createDevices(context: Context): Devices {
  const secret = siteSecretOf(context);
  const production = context.config.environment === "production";
  const prefix = `${cookiePrefix(production)}_device_`;

  const read = (headers: IncomingHttpHeaders): (Device & { passwordMark: string })[] =>
    (headers.cookie ?? "")
      .split(";")
      .map((part) => part.trim())
      .filter((part) => part.startsWith(prefix))
      .slice(0, cookiesMax)
      .flatMap((part) => {
        const [, user, id, passwordMark, signature] =
          /^(\d{1,15})=([a-z0-9]{20})\.([\w-]{22})\.([\w-]{43})$/.exec(part.slice(prefix.length)) ?? [];
        if (!user || !isSame(signatureOf(secret, user, id!, passwordMark!), signature!)) return [];
        return [{ userId: Number(user), id: id!, passwordMark: passwordMark! }];
      });

  const isCurrent = (credential: Credential | undefined, found: ReturnType<typeof read>[number]) =>
    credential?.user_id === found.userId && isSame(markOf(secret, credential.password), found.passwordMark);

  return {
    claimed: (headers) => read(headers)[0],
    knownFor: async (headers, email) => {
      const devices = read(headers);
      if (devices.length === 0) return undefined;
      const credential = await findCredentialByEmail(context.db, email);
      return devices.find((device) => isCurrent(credential, device));
    },
    cookieFor: async (headers, userId) => {
      const credential = await findCredentialOf(context.db, userId);
      if (!credential) return undefined;
      // A device keeps its id, so that signing in again does not give it more attempts.
      const id = read(headers).find((device) => device.userId === userId)?.id ?? randomName(20);
      const mark = markOf(secret, credential.password);
      const value = `${id}.${mark}.${signatureOf(secret, String(userId), id, mark)}`;
      const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${production ? "; Secure" : ""}`;
      return `${prefix}${userId}=${value}; ${attributes}`;
    },
  };
}

/** Shows whether the password is still the same, and nothing else about it. */
const markOf = (secret: string, passwordHash: string) =>
  createHmac("sha256", secret).update(`device password:${passwordHash}`).digest("base64url").slice(0, 22);

const signatureOf = (secret: string, userId: string, id: string, mark: string) =>
  createHmac("sha256", secret).update(`device:${userId}:${id}:${mark}`).digest("base64url");
