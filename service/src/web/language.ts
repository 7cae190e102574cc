import type { FastifyRequest } from "fastify";
import { isLanguage, type Language, preferredLanguage } from "../contract/languages.ts";

/** Set when a person chooses a language. Pages read it too, so scripts may see it. */
const languageCookie = "billfold_language";

/** The `Vary` header of a page whose language depends on the reader. */
export const variesByLanguage = "accept-language, cookie";

/** The language that the reader has chosen, or else the one that the browser asks for. */
export function languageOf(request: Pick<FastifyRequest, "headers">): Language {
  return chosenLanguage(request) ?? preferredLanguage(request.headers["accept-language"]);
}

export function chosenLanguage({ headers }: Pick<FastifyRequest, "headers">): Language | undefined {
  const chosen = (headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${languageCookie}=`))
    ?.slice(languageCookie.length + 1);
  return isLanguage(chosen) ? chosen : undefined;
}

const yearSeconds = 365 * 86_400;

/** The `Set-Cookie` header that remembers the choice on this device. */
export function languageCookieFor(
  { protocol }: Pick<FastifyRequest, "protocol">,
  language: Language,
): string {
  const secure = protocol === "https" ? "; Secure" : "";
  return `${languageCookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}
