import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The session's token, if the cookie has our signature. */
export function readToken(headers: IncomingHttpHeaders, name: string, secret: string): string | undefined {
  const prefix = `${name}=`;
  const [cookie, ...others] = (headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix));
  if (cookie === undefined || others.length > 0) return undefined;
  const value = decoded(cookie.slice(prefix.length));
  const dot = value.lastIndexOf(".");
  const token = value.slice(0, dot);
  return dot > 0 && isSame(signatureOf(token, secret), value.slice(dot + 1)) ? token : undefined;
}

/** The cookie's value for a session. */
export function cookieValue(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${signatureOf(token, secret)}`);
}

/** Proves that a request comes from a page that could read this session's responses. */
export function csrfToken(token: string, secret: string): string {
  return createHmac("sha256", secret).update(`csrf:${token}`).digest("base64url");
}

export function isSame(ours: string, given: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const signatureOf = (token: string, secret: string) =>
  createHmac("sha256", secret).update(token).digest("base64");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
