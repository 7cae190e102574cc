import type { RecordMailKind } from "../../../contract/mail-kinds.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { CreditNote, creditNoteExample } from "../../billing/credit-notes/schema.ts";
import { creditNoteExists } from "../../billing/credit-notes/service.ts";
import { Invoice, invoiceExample } from "../../billing/invoices/schema.ts";
import { invoiceExists, refusedTransition } from "../../billing/invoices/service.ts";
import { Quote, sentQuoteExample } from "../../billing/quotes/schema.ts";
import { quoteExists, refusedQuote } from "../../billing/quotes/service.ts";
import { Payment, paymentExample } from "../../payments/payments/schema.ts";
import { alreadyReversed, paymentExists } from "../../payments/payments/service.ts";
import { mailNotConfigured } from "../mails/service.ts";
import {
  CreditNoteSend,
  InvoiceSend,
  MailPreview,
  MailPreviewQuery,
  QuoteMail,
  QuoteSend,
  ReceiptSend,
  SentMail,
} from "./schema.ts";
import { mailsMax, previewMail, sendCreditNote, sendInvoice, sendQuoteMail, sendReceipt } from "./service.ts";

const moment = "2026-11-15T09:31:00.000Z";
const sentInvoice = {
  ...invoiceExample,
  number: "INV-000001",
  status: "open",
  issued_at: moment,
  sent_at: moment,
} as const;
const to = "accounts@acme.example";
const page = "https://billfold.example/i/in_3_1042_x7Qm0wz9Lr3TnVbY2cKd5A";
const mailOf = (subject: string, url: string | null) => ({ to: [to], cc: [], subject, url });
const limits = `In 24 hours a company can send ${mailsMax.ofCompany} documents, ${mailsMax.toRecipient} to the same address.`;
const whatTheMailHas =
  "The mail has the facts, your message, one button to the buyer's page and, unless attach_pdf is false, the PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. A mail server that is down delays the mail and loses nothing.";

const invoices = {
  tag: "Invoices",
  feature: "invoicing",
  record: { noun: "The invoice", exists: invoiceExists },
} as const;
const quotes = {
  tag: "Quotes",
  feature: "catalog",
  record: { noun: "The quote", exists: quoteExists },
} as const;
const creditNotes = {
  tag: "Credit notes",
  feature: "invoicing",
  record: { noun: "The credit note", exists: creditNoteExists },
} as const;
const payments = {
  tag: "Payments",
  feature: "payments",
  record: { noun: "The payment", exists: paymentExists },
} as const;

export const documentMailRoutes: Route[] = [
  change("POST", {
    ...invoices,
    path: "/invoices/{id}/send",
    operationId: "sendInvoice",
    summary: "Send an invoice to the buyer by mail",
    description: `${whatTheMailHas} ${limits}`,
    scope: "invoices:write",
    body: InvoiceSend,
    bodyIsOptional: true,
    bodyExample: { to, message: "Thank you for your order." },
    refusals: [refusedTransition("send", { id: 1042, number: null, status: "draft" }), mailNotConfigured()],
    responses: {
      200: {
        description: "The invoice, and the mail as it will be sent.",
        schema: envelope({ invoice: Invoice, mail: SentMail }),
        example: {
          success: true,
          invoice: sentInvoice,
          mail: mailOf("Invoice INV-000001 from Lagos Works Ltd", page),
        },
      },
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, await sendInvoice(made, context, id, body ?? {})),
  }),
  previewRoute("invoice", {
    ...invoices,
    path: "/invoices/{id}/mail_preview",
    operationId: "previewInvoiceMail",
    summary: "See the mail that would bring an invoice to its buyer",
    scope: "invoices:read",
    example: [
      "Invoice INV-000001 from Lagos Works Ltd",
      "Here is your invoice. NGN 145,125.00 is due by 15 December 2026.\n",
      page,
    ],
  }),
  change("POST", {
    ...quotes,
    path: "/quotes/{id}/send",
    operationId: "sendQuote",
    summary: "Open a quote to the buyer, and send it by mail",
    description: `Marks the quote as sent and opens its page: \`url\` is its address. It is mailed to \`to\` or else to the customer's own address; without either, or without a mail server, \`mail\` is null and you give the address to the buyer yourself. ${whatTheMailHas} With \`to\`, a quote that is open already is sent again. An expired quote can be sent again with a new \`valid_until\`. ${limits}`,
    scope: "sales:write",
    body: QuoteSend,
    bodyIsOptional: true,
    bodyExample: { valid_until: "2099-12-31", to },
    refusals: [
      refusedQuote("send", { number: sentQuoteExample.number, status: "sent" }),
      mailNotConfigured(),
    ],
    responses: {
      200: {
        description: "The quote, sent, and the mail as it will be sent.",
        schema: envelope({ quote: Quote, mail: QuoteMail }),
        example: {
          success: true,
          quote: sentQuoteExample,
          mail: mailOf("Quote QUO-000001 from Lagos Works Ltd", sentQuoteExample.url),
        },
      },
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, await sendQuoteMail(made, context, id, body ?? {})),
  }),
  previewRoute("quote", {
    ...quotes,
    path: "/quotes/{id}/mail_preview",
    operationId: "previewQuoteMail",
    summary: "See the mail that would bring a quote to its buyer",
    scope: "sales:read",
    example: [
      "Quote QUO-000001 from Lagos Works Ltd",
      "Here is our quote over NGN 145,125.00. You can accept or decline it until 15 December 2026.\n",
      sentQuoteExample.url,
    ],
  }),
  change("POST", {
    ...creditNotes,
    path: "/credit_notes/{id}/send",
    operationId: "sendCreditNote",
    summary: "Send a credit note to the buyer by mail",
    description: `${whatTheMailHas} The page is that of the invoice. GET /mails with \`about\` says what became of it. ${limits}`,
    scope: "invoices:write",
    body: CreditNoteSend,
    bodyIsOptional: true,
    bodyExample: { to },
    refusals: [mailNotConfigured()],
    responses: {
      200: {
        description: "The credit note, and the mail as it will be sent.",
        schema: envelope({ credit_note: CreditNote, mail: SentMail }),
        example: {
          success: true,
          credit_note: creditNoteExample,
          mail: mailOf("Credit note CN-000001 from Lagos Works Ltd", page),
        },
      },
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, await sendCreditNote(made, context, id, body ?? {})),
  }),
  previewRoute("credit_note", {
    ...creditNotes,
    path: "/credit_notes/{id}/mail_preview",
    operationId: "previewCreditNoteMail",
    summary: "See the mail that would bring a credit note to its buyer",
    scope: "invoices:read",
    example: [
      "Credit note CN-000001 from Lagos Works Ltd",
      "Here is your credit note. It credits NGN 145,125.00 of invoice INV-000001.\n",
      page,
    ],
  }),
  change("POST", {
    ...payments,
    path: "/payments/{id}/send",
    operationId: "sendReceipt",
    summary: "Send the receipt of a payment to the buyer by mail",
    description: `${whatTheMailHas} The page is that of the invoice, if the payment has one. GET /mails with \`about\` says what became of it. ${limits}`,
    scope: "payments:write",
    body: ReceiptSend,
    bodyIsOptional: true,
    bodyExample: { to },
    refusals: [alreadyReversed({ id: 310 }), mailNotConfigured()],
    responses: {
      200: {
        description: "The payment, and the mail as it will be sent.",
        schema: envelope({ payment: Payment, mail: SentMail }),
        example: {
          success: true,
          payment: paymentExample,
          mail: mailOf("Receipt from Lagos Works Ltd", page),
        },
      },
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, await sendReceipt(made, context, id, body ?? {})),
  }),
  previewRoute("receipt", {
    ...payments,
    path: "/payments/{id}/mail_preview",
    operationId: "previewReceiptMail",
    summary: "See the mail that would bring a receipt to its buyer",
    scope: "payments:read",
    example: [
      "Receipt from Lagos Works Ltd",
      "Thank you. We received your payment of NGN 145,125.00 on 15 November 2026.\n",
      page,
    ],
  }),
];

type PreviewRoute = Pick<
  Route,
  "tag" | "feature" | "record" | "path" | "operationId" | "summary" | "scope"
> & {
  example: [subject: string, text: string, url: string];
};

function previewRoute(
  kind: RecordMailKind,
  { example: [subject, text, url], ...route }: PreviewRoute,
): Route {
  return read({
    ...route,
    description: "Nothing is sent or stored. It has the customer's address, which `to` replaces.",
    query: MailPreviewQuery,
    responses: {
      200: {
        description: "The mail as it would be sent now.",
        schema: envelope({ mail: MailPreview }),
        example: { success: true, mail: { to: [to], subject, text, url } },
      },
    },
    handle: async ({ context, principal: { company }, id, query }) =>
      jsonResponse(200, { mail: await previewMail(context.reads, context, company, kind, id, query) }),
  });
}
