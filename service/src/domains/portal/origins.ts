import type { Context } from "../../context.ts";

const example = "https://shop.example";

/**
 * What is wrong with an allowed origin, as a phrase that follows the field's name. It is compared with what browsers
 * send, letter by letter, so it must be written as they write it.
 */
export function originFault(environment: Context["config"]["environment"], text: string): string | undefined {
  if (text.includes("*")) return "must be a single site; wildcards are not allowed";
  if (!URL.canParse(text)) return `must be a scheme, a host and an optional port, such as ${example}`;
  const { protocol, hostname, origin } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return `must start with https://, such as ${example}`;
  if (origin !== text) return `must be written as browsers send it, ${origin}`;
  if (protocol === "http:" && environment === "production" && !isThisMachine(hostname)) {
    return "must start with https://, because a page served over http can be altered in transit";
  }
  return undefined;
}

/** For developing against production: nobody else can serve pages under these names. */
const isThisMachine = (hostname: string) =>
  /(^|\.)localhost$|^127(\.\d{1,3}){3}$/.test(hostname) || hostname === "[::1]";
