import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope, nullable, Timestamp } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { CreditNoteEntry, creditNoteEntryExample } from "../../billing/credit-notes/schema.ts";
import { invoiceExists } from "../../billing/invoices/service.ts";
import { linkExample, PaymentLink } from "../../payments/links/schema.ts";
import { Payment, paymentExample } from "../../payments/payments/schema.ts";
import { readInvoiceHistory } from "./service.ts";

export const HistoryAuthor = Type.Object(
  {
    created_at: Timestamp,
    action: Type.String(),
    subject: Type.String(),
    actor: Type.Object({
      type: Type.String(),
      id: nullable(Type.String()),
      name: nullable(Type.String()),
    }),
  },
  { title: "HistoryAuthor" },
);

export const invoiceHistoryRoutes: Route[] = [
  read({
    path: "/invoices/{id}/history",
    operationId: "getInvoiceHistory",
    summary: "Get what happened to an invoice",
    description: "Its payments, payment links and credit notes, and who did what.",
    tag: "Invoices",
    scope: "invoices:read",
    feature: "invoicing",
    record: { noun: "The invoice", exists: invoiceExists },
    responses: {
      200: {
        description: "The newest hundred records of each kind.",
        schema: envelope({
          payments: Type.Array(Payment),
          payment_links: Type.Array(PaymentLink),
          credit_notes: Type.Array(CreditNoteEntry),
          authors: Type.Array(HistoryAuthor),
        }),
        example: {
          success: true,
          payments: [paymentExample],
          payment_links: [linkExample],
          credit_notes: [creditNoteEntryExample],
          authors: [
            {
              created_at: "2026-11-15T09:30:00.000Z",
              action: "invoice.issued",
              subject: "invoice/1042",
              actor: { type: "user", id: "3", name: "Ada Obi" },
            },
          ],
        },
      },
    },
    cost: 5,
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, await readInvoiceHistory(context, principal, id)),
  }),
];
