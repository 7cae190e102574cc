import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { isLanguage } from "../../contract/languages.ts";
import {
  readSubscription,
  unsubscribe,
  unsubscribePath,
} from "../../domains/backoffice/notifications/service.ts";
import type { RouteErrorPage } from "../../http/error-handler.ts";
import { renderDocumentProblem } from "../document-problem-page.ts";
import { languageOf } from "../language.ts";
import { sendPage } from "../page-response.ts";
import { renderSubscription } from "./page.ts";
import { unsubscribeTexts } from "./texts/texts.ts";

/**
 * `{site_base}/unsubscribe?token=…`: ends the mails of notifications to one person about one company, without signing
 * in. Mail programs send the POST themselves (RFC 8058), so it needs nothing but the address, and leads nowhere else.
 */
export function subscriptionPages(server: FastifyInstance, context: Context): void {
  const config: RouteErrorPage = {
    renderProblem: (error, request) => {
      const language = languageOf(request);
      const { problems } = unsubscribeTexts[language];
      return renderDocumentProblem(error, language, problems, pathOf(request), String(request.id));
    },
  };
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const subscription = await readSubscription(context, tokenOf(request));
    const language = isLanguage(subscription.language) ? subscription.language : languageOf(request);
    const isSandbox = context.config.environment === "sandbox";
    return sendPage(request, reply, renderSubscription(subscription, language, pathOf(request), isSandbox));
  };
  server.get(unsubscribePath, { config }, show);
  server.post(unsubscribePath, { config }, async (request, reply) => {
    await unsubscribe(context, tokenOf(request));
    return show(request, reply);
  });
}

const tokenOf = (request: FastifyRequest): string => {
  const { token } = request.query as { token?: unknown };
  return typeof token === "string" ? token : "";
};

const pathOf = (request: FastifyRequest) =>
  `${unsubscribePath}?token=${encodeURIComponent(tokenOf(request))}`;
