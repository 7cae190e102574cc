import type { Big } from "big.js";
import type { FastifyRequest } from "fastify";
import type { Language } from "../../contract/languages.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { isEmail } from "../../platform/values/email.ts";
import { fractionDigits, parseDecimal } from "../../platform/values/money.ts";
import type { CheckoutTexts } from "./texts/texts.ts";

export function textOf(request: FastifyRequest, name: string, max = 254): string {
  const body = request.body as Buffer | undefined;
  return (new URLSearchParams(body?.toString("utf8") ?? "").get(name) ?? "").trim().slice(0, max);
}

export function emailFault(email: string, { email: texts }: CheckoutTexts): string | null {
  if (email === "") return texts.missing;
  return isEmail(email) ? null : texts.malformed;
}

/**
 * An amount as people type it: `1,250.50` in English, `1 250,50` in French. Undefined if it is none, or has more decimals
 * than the currency.
 */
export function parseTypedAmount(text: string, currency: string, language: Language): Big | undefined {
  const typed = text.replace(/[\s'’]/g, "");
  const isGrouped = language === "en" && /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed);
  const plain = isGrouped ? typed.replaceAll(",", "") : typed.replace(",", ".");
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(plain)) return undefined;
  const amount = parseDecimal(plain);
  return amount && fractionDigits(amount) <= (currencyDigits(currency) ?? 2) ? amount : undefined;
}
