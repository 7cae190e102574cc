import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import type { Language } from "../../../contract/languages.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { creditNoteExists } from "../../billing/credit-notes/service.ts";
import { invoiceExists } from "../../billing/invoices/service.ts";
import { paymentExists } from "../../payments/payments/service.ts";
import { pdfContent, pdfResponse } from "../../sending/documents/schema.ts";
import { getCreditNoteDocument, getInvoiceDocument, noteGivenOut } from "../../sending/documents/service.ts";
import { Explanation, ExplanationQuery, explanationExamples } from "./schema.ts";
import { explainCreditNote, explainInvoice, explainOnePayment } from "./service.ts";

const description =
  "Every amount as a tree of rules: what it was computed from, how it was rounded, and what EN 16931 calls it, in words and as data. The parts of an amount add up to it exactly.";

const answer = (kind: keyof typeof explanationExamples) => ({
  200: {
    description: "The amounts in the order in which they are computed.",
    schema: envelope({ explanation: Explanation }),
    example: { success: true, explanation: explanationExamples[kind] },
  },
});

type Explain = (context: Context, reader: Principal, id: number, language: Language) => Promise<object>;

/** Answers in the language that was asked for, or else in the company's. */
const route = (
  kind: keyof typeof explanationExamples,
  explain: Explain,
  description: Pick<
    Parameters<typeof read<typeof ExplanationQuery>>[0],
    "path" | "operationId" | "summary" | "description" | "tag" | "scope" | "feature" | "record" | "cost"
  >,
): Route =>
  read({
    ...description,
    query: ExplanationQuery,
    responses: answer(kind),
    handle: async ({ context, principal, id, query }) => {
      const language = query.language ?? principal.company.language;
      const explanation = await explain(context, principal, id, language);
      return jsonResponse(200, { explanation: JSON.stringify(explanation) });
    },
  });

const annex =
  "It lists every amount with the steps that add up to it, their rules, what was rounded and what EN 16931 calls them, in the language of the document.";
const documentAccess = { feature: "invoicing", scope: "invoices:read", expensive: true, cost: 25 } as const;

export const explanationRoutes: Route[] = [
  route("invoice", explainInvoice, {
    path: "/invoices/{id}/explain",
    operationId: "explainInvoice",
    summary: "Explain the amounts of an invoice",
    description: `${description} Keys with the scope payments:read see the payments one by one, the newest hundred.`,
    tag: "Invoices",
    scope: "invoices:read",
    feature: "invoicing",
    record: { noun: "The invoice", exists: invoiceExists },
    cost: 5,
  }),
  route("credit_note", explainCreditNote, {
    path: "/credit_notes/{id}/explain",
    operationId: "explainCreditNote",
    summary: "Explain the amounts of a credit note",
    description,
    tag: "Credit notes",
    scope: "invoices:read",
    feature: "invoicing",
    record: { noun: "The credit note", exists: creditNoteExists },
    cost: 2,
  }),
  route("payment", explainOnePayment, {
    path: "/payments/{id}/explain",
    operationId: "explainPayment",
    summary: "Explain the amounts of a payment",
    description: "What the money was used for: the invoices that it pays, what is left of it, and refunds.",
    tag: "Payments",
    scope: "payments:read",
    feature: "payments",
    record: { noun: "The payment", exists: paymentExists },
  }),
  read({
    path: "/invoices/{id}/explain.pdf",
    operationId: "getExplainedInvoicePdf",
    summary: "Get one invoice as a PDF that explains its amounts",
    description: `The document of \`GET /invoices/{id}.pdf\` with an annex. ${annex} Keys with the scope payments:read see the payments one by one, the newest hundred.`,
    tag: "Invoices",
    ...documentAccess,
    record: { noun: "The invoice", exists: invoiceExists },
    responses: { 200: { description: "The invoice and the annex, on A4 pages.", ...pdfContent } },
    handle: async ({ context, principal, id }) => {
      const { company } = principal;
      const { config, reads, threads, clock } = context;
      const { environment, siteUrl } = config;
      const print = { isTest: environment === "sandbox", siteUrl, companyLanguage: company.language };
      const today = dateIn(company.timeZone, clock.now());
      const explain = async (language: Language) =>
        (await explainInvoice(context, principal, id, language)).amounts;
      const document = await getInvoiceDocument(reads, threads, company.id, today, id, print, explain);
      await noteGivenOut(context, company.id, "invoice", id, document.pdf);
      return pdfResponse(document);
    },
  }),
  read({
    path: "/credit_notes/{id}/explain.pdf",
    operationId: "getExplainedCreditNotePdf",
    summary: "Get one credit note as a PDF that explains its amounts",
    description: `The document of \`GET /credit_notes/{id}.pdf\` with an annex. ${annex}`,
    tag: "Credit notes",
    ...documentAccess,
    record: { noun: "The credit note", exists: creditNoteExists },
    responses: { 200: { description: "The credit note and the annex, on A4 pages.", ...pdfContent } },
    handle: async ({ context, principal, id }) => {
      const { company } = principal;
      const { config, reads, threads, clock } = context;
      const print = { isTest: config.environment === "sandbox", siteUrl: config.siteUrl };
      const today = dateIn(company.timeZone, clock.now());
      const explain = async (language: Language) =>
        (await explainCreditNote(context, principal, id, language)).amounts;
      const document = await getCreditNoteDocument(reads, threads, company, today, id, print, explain);
      await noteGivenOut(context, company.id, "credit_note", id, document.pdf);
      return pdfResponse(document);
    },
  }),
];
