import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { Language } from "../../contract/languages.ts";
import {
  findHostedReceipt,
  type HostedReceipt,
  noSuchReceipt,
} from "../../domains/payments/payments/service.ts";
import type { RouteErrorPage } from "../../http/error-handler.ts";
import { showAmount } from "../../platform/values/format.ts";
import { addressesOf } from "../checkout/addresses.ts";
import type { Page } from "../checkout/layout.ts";
import { renderDocumentProblem } from "../document-problem-page.ts";
import { languageOf } from "../language.ts";
import { readPageLook } from "../page-look.ts";
import { buyersLanguage, sendPage } from "../page-response.ts";
import { dayOf, renderProofPage } from "../proof/page.ts";
import { prove } from "../proof/prove.ts";
import { acceptUploads, redirectToVerdict } from "../proof/upload.ts";
import { receiptPageTexts } from "./texts/texts.ts";

/**
 * `{site_base}/r/{token}`: what can be proved about the receipt of a payment, to anybody who has the receipt. The receipt of
 * a payment for an invoice leads to the page of the invoice instead.
 */
export function receiptPages(server: FastifyInstance, context: Context): void {
  const config: RouteErrorPage = {
    renderProblem: (error, request) => {
      const language = languageOf(request);
      const { problems } = receiptPageTexts[language];
      return renderDocumentProblem(error, language, problems, pathOf(context, request), String(request.id));
    },
  };
  server.register(async (uploads) => {
    acceptUploads(uploads);
    uploads.post("/r/:token", { config }, async (request, reply) => {
      await findHostedReceipt(context.reads, tokenOf(request));
      return redirectToVerdict(request, reply, pathOf(context, request));
    });
  });
  server.route({
    method: "GET",
    url: "/r/:token",
    config,
    handler: async (request, reply) => {
      const hosted = await findHostedReceipt(context.reads, tokenOf(request));
      return sendPage(request, reply, await renderReceiptProof(context, hosted, request));
    },
  });
  server.get("/r/*", { config }, () => Promise.reject(noSuchReceipt()));
}

const tokenOf = (request: FastifyRequest) => (request.params as { token?: string }).token ?? "";

const pathOf = ({ config }: Context, request: FastifyRequest): string =>
  addressesOf(`${config.siteUrl}/r/${encodeURIComponent(tokenOf(request))}`).page;

async function renderReceiptProof(
  context: Context,
  { company, payment }: HostedReceipt,
  request: FastifyRequest,
): Promise<Page> {
  const { id, currency, amount, amount_refunded: refunded, reversed_at: reversedAt } = payment;
  const language = buyersLanguage(request, null, company.language as Language);
  const texts = receiptPageTexts[language].proof;
  const { name: seller } = company.supplier as { name: string };
  const recorded = { id, event: "payment.recorded", at: new Date(payment.created_at) } as const;
  const proof = await prove(context, company.id, { ...recorded, kind: "receipt", others: [] }, request.query);
  return renderProofPage({
    ...proof,
    texts,
    language,
    company,
    title: texts.title(String(id), seller),
    sellerName: seller,
    path: pathOf(context, request),
    backPath: null,
    isSandbox: context.config.environment === "sandbox",
    look: await readPageLook(context, company.id),
    about: [
      [texts.number, String(id)],
      [texts.total, showAmount(amount, currency, language)],
      [texts.issued, dayOf(new Date(payment.paid_at), company, language)],
      refunded > 0 && [texts.refunded, showAmount(refunded, currency, language)],
      reversedAt !== null && [texts.reversed, dayOf(new Date(reversedAt), company, language)],
    ],
  });
}
