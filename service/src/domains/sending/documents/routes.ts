import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { creditNoteExists } from "../../billing/credit-notes/service.ts";
import { invoiceExists } from "../../billing/invoices/service.ts";
import { quoteExists } from "../../billing/quotes/service.ts";
import { alreadyReversed, paymentExists } from "../../payments/payments/service.ts";
import { documentKinds, findGivenOut, noteGivenOut } from "./given-out.ts";
import { pdfContent, pdfResponse } from "./schema.ts";
import {
  getCreditNoteDocument,
  getInvoiceDocument,
  getQuoteDocument,
  getReceiptDocument,
} from "./service.ts";

const access = { feature: "invoicing", scope: "invoices:read", expensive: true, cost: 20 } as const;

export const documentRoutes: Route[] = [
  read({
    ...access,
    tag: "Invoices",
    path: "/invoices/{id}.pdf",
    operationId: "getInvoicePdf",
    summary: "Get one invoice as a PDF",
    description:
      "To print or to send, in the language of the customer or else of the company. In any state: a draft and a void invoice are marked as such on every page, and so is every invoice of a sandbox. The file is a PDF/A-3b; that of an issued invoice contains its UBL document or, if the company chose Factur-X, `factur-x.xml`, if company and customer have the data that EN 16931 demands.",
    record: { noun: "The invoice", exists: invoiceExists },
    responses: {
      200: {
        description: "The invoice on A4 pages, named by its number.",
        ...pdfContent,
      },
    },
    handle: async ({ context, principal: { company }, id }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const { environment, siteUrl } = context.config;
      const print = { isTest: environment === "sandbox", siteUrl, companyLanguage: company.language };
      const { reads, threads } = context;
      const document = await getInvoiceDocument(reads, threads, company.id, today, id, print);
      await noteGivenOut(context, company.id, "invoice", id, document.pdf);
      return pdfResponse(document);
    },
  }),
  read({
    ...access,
    tag: "Credit notes",
    path: "/credit_notes/{id}.pdf",
    operationId: "getCreditNotePdf",
    summary: "Get one credit note as a PDF",
    description:
      "To print or to send, in the language of the customer or else of the company, with the parties as the invoice has them. Every credit note of a sandbox is marked as a test. The file is a PDF/A-3b that contains the UBL document or, if the company chose Factur-X, `factur-x.xml`, if company and customer have the data that EN 16931 demands.",
    record: { noun: "The credit note", exists: creditNoteExists },
    responses: {
      200: {
        description: "The credit note on A4 pages, named by its number.",
        ...pdfContent,
      },
    },
    handle: async ({ context, principal: { company }, id }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const { environment, siteUrl } = context.config;
      const print = { isTest: environment === "sandbox", siteUrl };
      const { reads, threads } = context;
      const document = await getCreditNoteDocument(reads, threads, company, today, id, print);
      await noteGivenOut(context, company.id, "credit_note", id, document.pdf);
      return pdfResponse(document);
    },
  }),
  read({
    feature: "payments",
    scope: "payments:read",
    expensive: true,
    cost: 20,
    tag: "Payments",
    path: "/payments/{id}.pdf",
    operationId: "getReceiptPdf",
    summary: "Get the receipt of a payment as a PDF",
    description:
      "To print or to send, in the language of the customer or else of the company, however the payment was received. What was refunded since is on it; a payment that was reversed has no receipt.",
    record: { noun: "The payment", exists: paymentExists },
    refusals: [alreadyReversed({ id: 310 })],
    responses: {
      200: { description: "The receipt on one A4 page.", ...pdfContent },
    },
    handle: async ({ context, principal: { company }, id }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const { environment, siteUrl } = context.config;
      const print = { isTest: environment === "sandbox", siteUrl };
      const { reads, threads } = context;
      const document = await getReceiptDocument(reads, threads, company, today, id, print);
      await noteGivenOut(context, company.id, "receipt", id, document.pdf);
      return pdfResponse(document);
    },
  }),
  read({
    feature: "catalog",
    scope: "sales:read",
    expensive: true,
    cost: 20,
    tag: "Quotes",
    path: "/quotes/{id}.pdf",
    operationId: "getQuotePdf",
    summary: "Get one quote as a PDF",
    description:
      "To print or to send, in the language of the customer or else of the company. In any state: a draft is marked as such on every page, and so is every quote of a sandbox.",
    record: { noun: "The quote", exists: quoteExists },
    responses: {
      200: {
        description: "The quote on A4 pages, named by its number.",
        ...pdfContent,
      },
    },
    handle: async ({ context, principal: { company }, id }) => {
      const { config, reads, threads } = context;
      const isTest = config.environment === "sandbox";
      const document = await getQuoteDocument(reads, threads, company, config, id, isTest);
      await noteGivenOut(context, company.id, "quote", id, document.pdf);
      return pdfResponse(document);
    },
  }),
];

const GivenOut = Type.Object(
  { kind: words(documentKinds), record_id: nullable(Id), given_out_at: Timestamp },
  {
    title: "GivenOutDocument",
    description:
      "`record_id` of a receipt is its payment's, of a statement its customer's; null for other reports.",
  },
);

/** For the dashboard: whether a file is one that this company gave out. */
export const givenOutRoutes: Route[] = [
  read({
    tag: "Document settings",
    path: "/document_hashes",
    operationId: "findDocumentsByHash",
    summary: "Find what a PDF was given out for, by its SHA-256",
    feature: "any",
    scope: "site:read",
    query: Type.Object({
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$", minLength: 64, maxLength: 64 }),
    }),
    responses: {
      200: {
        description: "The records, oldest first; none where this file was never given out.",
        schema: envelope({ documents: Type.Array(GivenOut) }),
        example: {
          success: true,
          documents: [{ kind: "invoice", record_id: 1042, given_out_at: "2026-11-15T09:30:00.000Z" }],
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const found = await findGivenOut(context.reads, company.id, query.sha256);
      return jsonResponse(200, { documents: `[${found.join(",")}]` });
    },
  }),
];
