import { jsonResponse } from "../../../http/response.ts";
import { change, type Route } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { Invoice, invoiceExample } from "../../billing/invoices/schema.ts";
import { invoiceExists, refusedTransition } from "../../billing/invoices/service.ts";
import { mailNotConfigured } from "../mails/service.ts";
import { InvoiceSend, SentMail } from "./schema.ts";
import { mailsMax, sendInvoice } from "./service.ts";

const moment = "2026-11-15T09:31:00.000Z";
const sent = {
  ...invoiceExample,
  number: "INV-000001",
  status: "open",
  issued_at: moment,
  sent_at: moment,
} as const;

export const documentMailRoutes: Route[] = [
  change("POST", {
    tag: "Invoices",
    feature: "invoicing",
    path: "/invoices/{id}/send",
    operationId: "sendInvoice",
    summary: "Send an invoice to the buyer by mail",
    description: `The mail has the figures, your message, one button to the buyer's page and, unless attach_pdf is false, the PDF; answers to it go to the company's own address. It is in the language of the customer or else of the company. A mail server that is down delays the mail and loses nothing. In 24 hours a company can send ${mailsMax.ofCompany} of them, ${mailsMax.toRecipient} to the same address.`,
    scope: "invoices:write",
    record: { noun: "The invoice", exists: invoiceExists },
    body: InvoiceSend,
    bodyIsOptional: true,
    bodyExample: { to: "accounts@acme.example", message: "Thank you for your order." },
    refusals: [refusedTransition("send", { id: 1042, number: null, status: "draft" }), mailNotConfigured()],
    responses: {
      200: {
        description: "The invoice, and the mail as it will be sent.",
        schema: envelope({ invoice: Invoice, mail: SentMail }),
        example: {
          success: true,
          invoice: sent,
          mail: {
            to: ["accounts@acme.example"],
            cc: [],
            subject: "Invoice INV-000001 from Lagos Works Ltd",
            url: "https://billfold.example/i/in_3_1042_x7Qm0wz9Lr3TnVbY2cKd5A",
          },
        },
      },
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, await sendInvoice(made, context, id, body ?? {})),
  }),
];
