import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedLanguage, isLanguage, type Language } from "../contract/languages.ts";
import { compressed } from "../http/compression.ts";
import type { Page } from "./checkout/layout.ts";
import { chosenLanguage, languageCookieFor, variesByLanguage } from "./language.ts";

/** The language that the buyer asks for or has chosen, or else the customer's, the browser's or the company's. */
export function buyersLanguage(
  request: FastifyRequest,
  ofCustomer: Language | null | undefined,
  ofCompany: Language,
): Language {
  return (
    askedLanguage(request) ??
    chosenLanguage(request) ??
    ofCustomer ??
    acceptedLanguage(request.headers["accept-language"]) ??
    ofCompany
  );
}

function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : undefined;
}

export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.code(page.status).headers(page.headers).header("vary", variesByLanguage);
  const asked = askedLanguage(request);
  // Buyers who go on to the gateway come back to the language that they chose.
  if (asked) reply.header("set-cookie", languageCookieFor(request, asked));
  return reply.send(await compressed(request.headers["accept-encoding"], reply, page.html));
}

/** A file for the buyer. Its address is a secret, so it is neither cached nor sent as a referrer. */
export const sendFile = (reply: FastifyReply, mediaType: string, fileName: string, file: Buffer | string) =>
  reply
    .type(mediaType)
    .header("content-disposition", `inline; filename="${fileName}"`)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .send(file);
