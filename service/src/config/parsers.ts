import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { parseServers } from "../platform/db/connections/servers.ts";
import { parseEncryptionKeys } from "../platform/security/secrets.ts";
import { isNetwork } from "../platform/values/networks.ts";

/**
 * A value that a parser does not accept. The message continues the setting's name; `rejected` is the part to quote,
 * which never happens for a secret.
 */
export class InvalidValue extends Error {
  readonly rejected: string | undefined;
  constructor(problem: string, rejected?: string) {
    super(problem);
    this.rejected = rejected;
  }
}

export const text = (given: string): string => given;

export const integer =
  (min: number, max: number) =>
  (given: string): number => {
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= min && value <= max) return value;
    throw new InvalidValue(`must be a whole number from ${min} to ${max}`, given);
  };

const processesMax = 64;

export function processCount(given: string): number | "auto" {
  const value = Number(given);
  if (given === "auto") return given;
  if (/^\d+$/.test(given) && value >= 1 && value <= processesMax) return value;
  throw new InvalidValue(`must be auto or a whole number from 1 to ${processesMax}`, given);
}

export const oneOf =
  <const T extends string>(...words: readonly T[]) =>
  (given: string): T => {
    const found = words.find((word) => word === given);
    if (found) return found;
    throw new InvalidValue(`must be one of ${words.join(", ")}`, given);
  };

export function hostName(given: string): string {
  if (isIP(given) || /^[A-Za-z0-9.-]+$/.test(given)) return given;
  throw new InvalidValue("must be an IP address or a host name", given);
}

/** Without the slashes at its end. */
export function httpAddress(given: string): string {
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/(?<=[^/])\/+$/, "");
  throw new InvalidValue("must be an http:// or https:// address", withoutUser(given));
}

export function apiAddress(given: string): string {
  const address = httpAddress(given);
  if (address.endsWith("/api/v1")) return address;
  throw new InvalidValue("must end in /api/v1", withoutUser(given));
}

/** A user name and password in an address must not reach a message. */
export const withoutUser = (address: string) => address.replace(/^([^/]{0,20}\/\/).*@/, "$1…@");

export const addressOf =
  (...schemes: string[]) =>
  (given: string): string => {
    const known = schemes.some((scheme) => given.startsWith(scheme));
    if (known && URL.canParse(given)) return given;
    throw new InvalidValue(`must be a URL that starts with ${schemes.join(" or ")}`);
  };

/** One server or several; the URL contains a password, so that it is never quoted. */
export function databaseAddress(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given)) {
    throw new InvalidValue("must be a URL that starts with postgres:// or postgresql://");
  }
  try {
    parseServers(given);
    return given;
  } catch (error) {
    throw new InvalidValue((error as Error).message);
  }
}

export function mailAddress(given: string): string {
  if (/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(given)) return given;
  throw new InvalidValue("must be a valid email address", given);
}

export function networks(given: string): string[] {
  const found = commaSeparated(given);
  const bad = found.find((network) => !isNetwork(network));
  if (bad === undefined) return found;
  throw new InvalidValue("must be IP addresses or networks, such as 10.0.0.0/8, separated by commas", bad);
}

export function httpsAddresses(given: string): string[] {
  const found = commaSeparated(given);
  const bad = found.find((address) => !isPlainHttps(address));
  if (bad === undefined) return found;
  throw new InvalidValue(
    "must be https:// URLs without a user name, query or fragment, separated by commas",
    withoutUser(bad),
  );
}

function isPlainHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return protocol === "https:" && username + password + search + hash === "";
}

const commaSeparated = (given: string) =>
  given
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

export function fileContent(given: string): Buffer {
  try {
    return readFileSync(given);
  } catch (error) {
    throw new InvalidValue(`names a file that can't be read: ${(error as Error).message}`);
  }
}

export function encryptionKeys(given: string): string {
  try {
    parseEncryptionKeys(given);
    return given;
  } catch (error) {
    throw new InvalidValue(`is malformed: ${(error as Error).message}`);
  }
}
