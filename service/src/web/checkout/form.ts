import type { FastifyRequest } from "fastify";
import { isEmail } from "../../platform/values/email.ts";
import type { CheckoutTexts } from "./texts/texts.ts";

export function textOf(request: FastifyRequest, name: string, max = 254): string {
  const body = request.body as Buffer | undefined;
  return (new URLSearchParams(body?.toString("utf8") ?? "").get(name) ?? "").trim().slice(0, max);
}

export function emailFault(email: string, { email: texts }: CheckoutTexts): string | null {
  if (email === "") return texts.missing;
  return isEmail(email) ? null : texts.malformed;
}
