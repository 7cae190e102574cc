import type { FiscalAccount } from "./port.ts";

/** Replaces every secret in the text, in whichever encoding it may appear. */
export function masked(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf));
  // Longest first: a long form may contain a short one, and part of it would remain.
  const longestFirst = [...forms].toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((result, form) => result.replaceAll(form, "…"), text);
}

/** The secret settings of an account; its public key and identifiers are not secret. */
export function secretsOf({ api_key, api_secret, certificate, username, password }: FiscalAccount): string[] {
  return [api_key, api_secret, certificate, username, password].filter((secret) => secret !== undefined);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString("base64").replace(/={1,2}$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}
