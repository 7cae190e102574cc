import type { FiscalAccount } from "../port.ts";

/** The text with a sign in place of every secret, however it may be written there. */
export function masked(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf));
  // A long form may contain a short one, and half of it would be left.
  const longestFirst = [...forms].toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((result, form) => result.replaceAll(form, "…"), text);
}

/** What of an account is nobody's business. The public key and the names by which it is known are not among it. */
export function secretsOf({ api_key, api_secret, certificate, username, password }: FiscalAccount): string[] {
  return [api_key, api_secret, certificate, username, password].filter((secret) => secret !== undefined);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}
