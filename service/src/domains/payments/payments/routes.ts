import { queryTooBroad } from "../../../contract/errors.ts";
import { listRoute } from "../../../http/list-route.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { Invoice } from "../../billing/invoices/schema.ts";
import { requireNamedInvoices } from "./parts.ts";
import {
  AllocationCreate,
  certifiedPaymentExample,
  Payment,
  PaymentCreate,
  PaymentPatch,
  PaymentQuery,
  paidInvoiceExample,
  paymentCreateExample,
  paymentExample,
  Refund,
  RefundCreate,
  ReversalCreate,
  refundExample,
  reopenedInvoiceExample,
  reversedPaymentExample,
} from "./schema.ts";
import {
  allocatePayment,
  alreadyReversed,
  changePayment,
  getPayment,
  listPayments,
  namingFaults,
  nothingLeft,
  paymentExists,
  recordPayment,
  refundedWhole,
  refundPayment,
  reversePayment,
  unpayable,
} from "./service.ts";

const access = { tag: "Payments", feature: "payments" } as const;
const record = { noun: "The payment", exists: paymentExists };
const paidInvoices = {
  invoice: Invoice,
  invoices: Type.Array(Invoice, {
    description:
      "All invoices that were changed, in the order of the request, or else of `allocations`; `invoice` is the first of them.",
  }),
};
const recordedResponse = {
  schema: envelope({ payment: Payment, ...paidInvoices }),
  example: {
    success: true,
    payment: paymentExample,
    invoice: paidInvoiceExample,
    invoices: [paidInvoiceExample],
  },
};

type Changed = { payment: Json; invoice: Json; invoices: readonly Json[] };
const changedResponse = (status: number, { payment, invoice, invoices }: Changed) =>
  jsonResponse(status, { payment, invoice, invoices: `[${invoices.join()}]` });

export const paymentRoutes: Route[] = [
  listRoute({
    ...access,
    path: "/payments",
    operationId: "listPayments",
    summary: "List payments",
    scope: "payments:read",
    query: PaymentQuery,
    refusals: [queryTooBroad()],
    list: { name: "payments", entry: Payment, example: paymentExample },
    page: ({ context, principal, query }, today) =>
      listPayments(context.reads, principal.company, today, query),
  }),
  change("POST", {
    ...access,
    path: "/payments",
    operationId: "recordPayment",
    summary: "Record a payment against an invoice, or several of a customer",
    description:
      "Either `invoice_id` or `allocations` says which invoices it pays. The first payment issues a draft. Repeating a payment with the same reference returns the existing payment with 200.",
    scope: "payments:write",
    body: PaymentCreate,
    inspect: async (db, company, body) => [
      ...(await requireNamedInvoices(db, company, body)),
      ...(body !== null && typeof body === "object" && !Array.isArray(body) ? namingFaults(body) : []),
    ],
    bodyExample: paymentCreateExample,
    refusals: unpayable,
    responses: {
      201: { ...recordedResponse, description: "The payment and the updated invoice." },
      200: { ...recordedResponse, description: "The payment was already recorded with the same reference." },
    },
    handle: async (made, { body }) => {
      const { isNew, ...recorded } = await recordPayment(made, body);
      return changedResponse(isNew ? 201 : 200, recorded);
    },
  }),
  read({
    ...access,
    path: "/payments/{id}",
    operationId: "getPayment",
    summary: "Get one payment",
    scope: "payments:read",
    record,
    responses: {
      200: {
        description: "The payment.",
        schema: envelope({ payment: Payment }),
        example: { success: true, payment: paymentExample },
      },
    },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { payment: await getPayment(context.reads, principal.company.id, id) }),
  }),
  change("PATCH", {
    ...access,
    path: "/payments/{id}",
    operationId: "updatePayment",
    summary: "Change a payment’s metadata, or add the certificate of tax that was withheld",
    description:
      "The certificate is for payments of the method withholding_tax, and often comes later. Nothing else of a payment changes.",
    scope: "payments:write",
    record,
    body: PaymentPatch,
    bodyExample: { certificate_number: "WHT/2026/00417" },
    refusals: [alreadyReversed(paymentExample)],
    responses: {
      200: {
        description: "The updated payment.",
        schema: envelope({ payment: Payment }),
        example: { success: true, payment: certifiedPaymentExample },
      },
    },
    handle: async (made, { id, body }) => jsonResponse(200, { payment: await changePayment(made, id, body) }),
  }),
  change("POST", {
    ...access,
    path: "/payments/{id}/refund",
    operationId: "refundPayment",
    summary: "Refund a payment fully or partially",
    description:
      "The refund is recorded on the payment and the invoice. It does not reduce the invoice: use a credit note for that. A payment through a gateway is refunded by the gateway; the refund is `pending` until that is done.",
    scope: "payments:write",
    record,
    body: RefundCreate,
    bodyIsOptional: true,
    bodyExample: { amount: 45125, reason: "Returned in part" },
    refusals: [refundedWhole(paymentExample)],
    responses: {
      200: {
        description: "The refund and the updated payment.",
        schema: envelope({ refund: Refund, payment: Payment }),
        example: { success: true, refund: refundExample, payment: paymentExample },
      },
    },
    handle: async (made, { id, body }) => {
      const { refund, payment } = await refundPayment(made, id, body);
      return jsonResponse(200, { refund, payment });
    },
  }),
  change("POST", {
    ...access,
    path: "/payments/{id}/reverse",
    operationId: "reversePayment",
    summary: "Reverse a payment that was recorded by mistake",
    description:
      "The payment is kept, but settles nothing any more: the invoice is owed again, and the reference can be used again. Not for money from a gateway or for a payment that was refunded.",
    scope: "payments:write",
    record,
    body: ReversalCreate,
    bodyExample: { reason: "Recorded twice" },
    refusals: [alreadyReversed(paymentExample)],
    responses: {
      200: {
        description: "The reversed payment and the updated invoice.",
        schema: envelope({ payment: Payment, ...paidInvoices }),
        example: {
          success: true,
          payment: reversedPaymentExample,
          invoice: reopenedInvoiceExample,
          invoices: [reopenedInvoiceExample],
        },
      },
    },
    handle: async (made, { id, body }) => changedResponse(200, await reversePayment(made, id, body)),
  }),
  change("POST", {
    ...access,
    path: "/payments/{id}/allocate",
    operationId: "allocatePayment",
    summary: "Allocate a payment to an invoice, or several",
    description: "For money that was received late, exceeded the amount due, or had no invoice.",
    scope: "payments:write",
    record,
    body: AllocationCreate,
    inspect: requireNamedInvoices,
    bodyIsOptional: true,
    bodyExample: { invoice_id: 1042, amount: 45125 },
    refusals: [nothingLeft(paymentExample)],
    responses: {
      200: { ...recordedResponse, description: "The updated payment and invoice." },
    },
    handle: async (made, { id, body }) => changedResponse(200, await allocatePayment(made, id, body)),
  }),
];
