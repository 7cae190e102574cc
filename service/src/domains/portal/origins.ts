import type { Context } from "../../context.ts";
import type { Company } from "../../contract/access.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { findAllowedOrigins } from "./queries.ts";

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

/**
 * A checkout in the company's name may only lead to the company's own partners' pages: addresses in a body of any shape
 * that are on other sites.
 */
export async function foreignUrls(db: Queryable, { id }: Company, body: unknown): Promise<FieldError[]> {
  const given = (body ?? {}) as Record<string, unknown>;
  const named = ["return_url", "cancel_url"].filter((field) => typeof given[field] === "string");
  if (named.length === 0) return [];
  const allowed = await findAllowedOrigins(db, id);
  return named
    .filter((field) => {
      const url = given[field] as string;
      return !URL.canParse(url) || !allowed.includes(new URL(url).origin);
    })
    .map((field) => ({
      field,
      message: "must be on a site that the company allows (POST /portal/settings)",
    }));
}
