import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { invalidField } from "../../contract/errors.ts";
import type { Language } from "../../contract/languages.ts";
import {
  answerQuote,
  findHostedQuote,
  noSuchQuote,
  noteQuoteViewed,
} from "../../domains/billing/quotes/service.ts";
import { getQuoteDocument, noteGivenOut } from "../../domains/sending/documents/service.ts";
import type { ConcurrencyLimit } from "../../http/concurrency-limit.ts";
import type { RouteErrorPage } from "../../http/error-handler.ts";
import { redirectWithin } from "../../http/redirect.ts";
import { addressesOf } from "../checkout/addresses.ts";
import { textOf } from "../checkout/form.ts";
import { renderDocumentProblem } from "../document-problem-page.ts";
import { languageOf } from "../language.ts";
import { isOpenedByAPerson } from "../opened-by-a-person.ts";
import { readPageLook } from "../page-look.ts";
import { buyersLanguage, sendFile, sendPage } from "../page-response.ts";
import { answererMax, type QuoteView, reasonMax, renderQuote } from "./page.ts";
import { quoteTexts } from "./texts/texts.ts";

type Handle = (view: QuoteView, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * `{site_base}/q/{token}`: where a buyer reads a quote and answers it. Anybody who has the URL may do so; there is no
 * session and no cookie that another site could make use of, and every step works with links and forms alone.
 */
export function quotePages(server: FastifyInstance, context: Context, limit: ConcurrencyLimit): void {
  const config: RouteErrorPage = {
    renderProblem: (error, request) => {
      const language = languageOf(request);
      const path = pathOf(context, tokenOf(request));
      return renderDocumentProblem(error, language, quoteTexts[language].problems, path, String(request.id));
    },
  };
  const mount = (method: "GET" | "POST", ending: string, handle: Handle) =>
    server.route({
      method,
      url: `/q/:token${ending}`,
      config,
      handler: async (request, reply) => handle(await visit(context, request), request, reply),
    });
  mount("GET", "", async (view, request, reply) => {
    if (isOpenedByAPerson(request)) await noteView(context, view);
    return sendPage(request, reply, renderQuote(view));
  });
  mount("POST", "/accept", answer(context, "accept"));
  mount("POST", "/decline", answer(context, "decline"));
  // These are for a restored tab, or an error page that was reloaded.
  for (const ending of ["/accept", "/decline"]) {
    mount("GET", ending, async ({ path }, _request, reply) => redirectWithin(reply, path));
  }
  mount("GET", ".pdf", pdf(context, limit));
  server.get("/q/*", { config }, () => Promise.reject(noSuchQuote()));
}

const tokenOf = (request: FastifyRequest) => (request.params as { token?: string }).token ?? "";

const pathOf = ({ config }: Context, token: string): string =>
  addressesOf(`${config.siteUrl}/q/${encodeURIComponent(token)}`).page;

async function visit(context: Context, request: FastifyRequest): Promise<QuoteView> {
  const token = tokenOf(request);
  const hosted = await findHostedQuote(context.reads, context, token);
  return {
    hosted,
    language: buyersLanguage(request, hosted.customerLanguage, hosted.company.language as Language),
    path: pathOf(context, token),
    isSandbox: context.config.environment === "sandbox",
    look: await readPageLook(context, hosted.company.id),
  };
}

/** The page is shown also where that can't be noted, such as on a standby. */
async function noteView(context: Context, { hosted }: QuoteView): Promise<void> {
  try {
    await noteQuoteViewed(context, hosted);
  } catch (error) {
    context.log.warn({ err: error, company_id: hosted.company.id }, "the view of a quote was not recorded");
  }
}

/** Answers once. A second answer, and one that comes too late, changes nothing and shows the page as it is. */
const answer =
  (context: Context, kind: "accept" | "decline"): Handle =>
  async (view, request, reply) => {
    const { hosted, language, path } = view;
    // Another site can't know the address; if it does, it still can't answer in the buyer's browser.
    if (request.headers["sec-fetch-site"] === "cross-site") {
      throw invalidField("sec-fetch-site", "must not be cross-site: answer on the page of the quote");
    }
    if (hosted.quote.status !== "sent" || hosted.company.status !== "active") {
      return redirectWithin(reply, path);
    }
    const name = lineOf(request, "name", answererMax);
    const reason = lineOf(request, "reason", reasonMax);
    if (name === "") {
      const rejected = { fault: quoteTexts[language].nameMissing, name, reason };
      return sendPage(request, reply, renderQuote({ ...view, rejected }));
    }
    await answerQuote(
      context,
      hosted,
      kind === "accept" ? { kind, name } : { kind, name, reason: reason || null },
    );
    return redirectWithin(reply, path);
  };

/** One line of what was typed: control characters are of no use in a name, and the database takes no zero byte. */
const lineOf = (request: FastifyRequest, field: string, max: number) =>
  textOf(request, field, max)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** Counts towards the company's concurrency limit, because anybody with the URL can request it any number of times. */
const pdf =
  (context: Context, limit: ConcurrencyLimit): Handle =>
  async ({ hosted: { company, quote }, isSandbox }, request, reply) => {
    const { config, reads, threads } = context;
    const print = {
      ...company,
      language: company.language as Language,
      supplier: JSON.stringify(company.supplier),
    };
    const { fileName, pdf: file } = await limit.run(
      company.id,
      () => getQuoteDocument(reads, threads, print, config, quote.id, isSandbox),
      () => request.socket.destroyed,
    );
    await noteGivenOut(context, company.id, "quote", quote.id, file);
    return sendFile(reply, "application/pdf", fileName, file);
  };
