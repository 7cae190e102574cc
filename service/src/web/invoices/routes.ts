import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { invalidField } from "../../contract/errors.ts";
import type { Language } from "../../contract/languages.ts";
import {
  findHostedInvoice,
  noSuchInvoice,
  noteInvoiceViewed,
} from "../../domains/billing/invoices/service.ts";
import { getInvoiceXml } from "../../domains/fiscal/registration/service.ts";
import { gatewayOf } from "../../domains/payments/gateways/service.ts";
import { linkForInvoice } from "../../domains/payments/links/service.ts";
import { findPaymentsOfInvoice } from "../../domains/payments/payments/service.ts";
import { getDocumentSettings } from "../../domains/sending/document-settings/service.ts";
import {
  getInvoiceDocument,
  getReceiptDocument,
  noteGivenOut,
} from "../../domains/sending/documents/service.ts";
import { companyDate, systemChange } from "../../domains/tenancy/companies/service.ts";
import type { ConcurrencyLimit } from "../../http/concurrency-limit.ts";
import type { RouteErrorPage } from "../../http/error-handler.ts";
import { redirectWithin } from "../../http/redirect.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { clockAhead } from "../../platform/values/clock.ts";
import { addressesOf } from "../checkout/addresses.ts";
import { renderDocumentProblem } from "../document-problem-page.ts";
import { languageOf } from "../language.ts";
import { isOpenedByAPerson } from "../opened-by-a-person.ts";
import { pageLookOf } from "../page-look.ts";
import { buyersLanguage, sendFile, sendPage } from "../page-response.ts";
import { acceptUploads, redirectToVerdict } from "../proof/upload.ts";
import { type InvoicePageView, renderInvoicePage, toPay } from "./page.ts";
import { renderInvoiceProof } from "./proof.ts";
import { invoicePageTexts } from "./texts/texts.ts";

type Handle = (view: InvoicePageView, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * `{site_base}/i/{token}`: where a buyer reads an invoice, pays it and finds it again later; it does not expire. Anybody
 * who has the URL may do so; there is no session, and every step works with links and forms alone.
 */
export function invoicePages(server: FastifyInstance, context: Context, limit: ConcurrencyLimit): void {
  const config: RouteErrorPage = {
    renderProblem: (error, request) => {
      const language = languageOf(request);
      const path = pathOf(context, `/i/${encodeURIComponent(tokenOf(request))}`);
      const { problems } = invoicePageTexts[language];
      return renderDocumentProblem(error, language, problems, path, String(request.id));
    },
  };
  const mount = (method: "GET" | "POST", ending: string, handle: Handle) =>
    server.route({
      method,
      url: `/i/:token${ending}`,
      config,
      handler: async (request, reply) => handle(await visit(context, request), request, reply),
    });
  mount("GET", "", async (view, request, reply) => {
    if (isOpenedByAPerson(request)) await noteView(context, view);
    return sendPage(request, reply, renderInvoicePage(view));
  });
  mount("POST", "/pay", pay(context));
  // This is for a restored tab, or an error page that was reloaded.
  mount("GET", "/pay", async ({ path }, _request, reply) => redirectWithin(reply, path));
  mount("GET", ".pdf", sendPdf(context, limit));
  mount("GET", ".xml", sendXml(context, limit));
  mount("GET", "/receipts/:payment", sendReceipt(context, limit));
  mount("GET", "/proof", async (view, request, reply) => {
    return sendPage(request, reply, await renderInvoiceProof(context, view, request.query));
  });
  server.register(async (uploads) => {
    acceptUploads(uploads);
    uploads.post("/i/:token/proof", { config }, async (request, reply) => {
      await findHostedInvoice(context.reads, context, tokenOf(request));
      return redirectToVerdict(
        request,
        reply,
        pathOf(context, `/i/${encodeURIComponent(tokenOf(request))}/proof`),
      );
    });
  });
  server.get("/i/*", { config }, () => Promise.reject(noSuchInvoice()));
}

const sendPdf =
  (context: Context, limit: ConcurrencyLimit): Handle =>
  async ({ hosted: { company, invoice }, isSandbox }, request, reply) => {
    const today = companyDate(context.clock, company);
    const { reads, threads } = context;
    const { siteUrl } = context.config;
    const print = { isTest: isSandbox, siteUrl, companyLanguage: company.language as Language };
    const { fileName, pdf } = await limit.run(
      company.id,
      () => getInvoiceDocument(reads, threads, company.id, today, invoice.id, print),
      () => request.socket.destroyed,
    );
    await noteGivenOut(context, company.id, "invoice", invoice.id, pdf);
    return sendFile(reply, "application/pdf", fileName, pdf);
  };

const sendXml =
  (context: Context, limit: ConcurrencyLimit): Handle =>
  async ({ hosted: { company, invoice } }, request, reply) => {
    const { fileName, xml } = await limit.run(
      company.id,
      () =>
        getInvoiceXml(
          { ...context, clock: clockAhead(context.clock, company.clock_offset_ms) },
          { id: company.id, timeZone: company.time_zone },
          invoice.id,
        ),
      () => request.socket.destroyed,
    );
    return sendFile(reply, "application/xml", fileName, xml);
  };

const sendReceipt =
  (context: Context, limit: ConcurrencyLimit): Handle =>
  async ({ hosted, payments, isSandbox }, request, reply) => {
    const { payment } = request.params as { payment: string };
    const { id, time_zone, language } = hosted.company;
    const paid = payments.find((given) => payment === `${given.id}.pdf`);
    if (!paid) throw noSuchInvoice();
    const company = {
      id,
      timeZone: time_zone,
      language: language as Language,
      supplier: JSON.stringify(hosted.invoice.supplier),
    };
    const today = companyDate(context.clock, hosted.company);
    const print = { isTest: isSandbox, siteUrl: context.config.siteUrl };
    const { fileName, pdf } = await limit.run(
      id,
      () => getReceiptDocument(context.reads, context.threads, company, today, paid.id, print),
      () => request.socket.destroyed,
    );
    await noteGivenOut(context, id, "receipt", paid.id, pdf);
    return sendFile(reply, "application/pdf", fileName, pdf);
  };

const tokenOf = (request: FastifyRequest) => (request.params as { token?: string }).token ?? "";

const pathOf = ({ config }: Context, path: string): string => addressesOf(`${config.siteUrl}${path}`).page;

async function visit(context: Context, request: FastifyRequest): Promise<InvoicePageView> {
  const { config, clock, reads } = context;
  const token = tokenOf(request);
  const hosted = await findHostedInvoice(reads, context, token);
  const { company, customerLanguage, invoice } = hosted;
  const today = companyDate(clock, company);
  const settings = await getDocumentSettings(reads, company.id);
  return {
    hosted,
    language: buyersLanguage(request, customerLanguage, company.language as Language),
    path: pathOf(context, `/i/${encodeURIComponent(token)}`),
    checkoutPath: `${pathOf(context, "/checkout")}/`,
    isSandbox: config.environment === "sandbox",
    takesPayments: company.status === "active" && gatewayOf(config, company) !== undefined,
    settings,
    look: pageLookOf(context, company.id, settings),
    payments: await findPaymentsOfInvoice(reads, company.id, today, invoice.id),
  };
}

/** The page is shown also where that can't be noted, such as on a standby. */
async function noteView(context: Context, { hosted }: InvoicePageView): Promise<void> {
  try {
    await noteInvoiceViewed(context, hosted);
  } catch (error) {
    context.log.warn(
      { err: error, company_id: hosted.company.id },
      "the view of an invoice was not recorded",
    );
  }
}

/** Leads to the checkout of a link for all that is owed; the link is made when the first buyer asks for it. */
const pay =
  (context: Context): Handle =>
  async ({ hosted: { company, invoice }, path, checkoutPath, takesPayments }, request, reply) => {
    // Another site can't know the address; if it does, it still can't make links in the buyer's browser.
    if (request.headers["sec-fetch-site"] === "cross-site") {
      throw invalidField("sec-fetch-site", "must not be cross-site: pay on the page of the invoice");
    }
    if (!takesPayments || toPay(invoice) === 0) return redirectWithin(reply, path);
    const reference = await inTransaction(context.db.forCompany(company.id), async (tx) => {
      const change = await systemChange(tx, company.id, context.clock);
      return linkForInvoice(change, context.config, invoice.id);
    });
    return redirectWithin(reply, `${checkoutPath}${reference}`);
  };
