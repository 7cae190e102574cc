import { actorOf } from "../../../contract/access.ts";
import { notFound, queryTooBroad, wrongState } from "../../../contract/errors.ts";
import { type Batch, batchFailedExample, batchRoute } from "../../../http/batch-route.ts";
import { type IdempotencyRequest, retryWhileInProgress } from "../../../http/idempotency/idempotency.ts";
import { jsonResponse, listResponse, type RouteResponse, recordResponse } from "../../../http/response.ts";
import { type Call, change, coalesced, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { invoiceQuota } from "../../tenancy/plans/service.ts";
import { emitBatch } from "../../webhooks/events/service.ts";
import { unknownReferences } from "../lines/service.ts";
import { Quote, sentQuoteExample } from "../quotes/schema.ts";
import { quoteExists, refusedQuote } from "../quotes/service.ts";
import { Sale, saleExample } from "../sales/schema.ts";
import { closedSales, saleExists } from "../sales/service.ts";
import { storeInvoices } from "./batch.ts";
import { type CreateDraft, invoiceQuote, invoiceSale } from "./create.ts";
import { lockInvoices } from "./queries.ts";
import {
  Invoice,
  InvoiceCreate,
  InvoiceEntry,
  InvoicePatch,
  InvoiceQuery,
  invoiceCreateExample,
  invoiceEntryExample,
  invoiceExample,
  PossibleDuplicate,
} from "./schema.ts";
import {
  deleteInvoice,
  invoiceExists,
  issueInvoice,
  listInvoices,
  readInvoice,
  refreshParties,
  updateInvoice,
  voidInvoice,
  writeOffInvoice,
} from "./service.ts";
import { refusedRefresh, refusedTransition } from "./status.ts";

const access = { tag: "Invoices", feature: "invoicing" } as const;
const record = { noun: "The invoice", exists: invoiceExists };
const moment = "2026-11-15T09:31:00.000Z";
const issued = { ...invoiceExample, number: "INV-000001", status: "open", issued_at: moment } as const;
const draft = { ...issued, number: null, status: "draft" } as const;
const paid = { ...issued, status: "paid" } as const;
const one = (description: string, invoice: object = invoiceExample) => ({
  description,
  schema: envelope({ invoice: Invoice }),
  example: { success: true, invoice },
});
const namedQuote = <S extends "draft" | "invoiced">(status: S) => ({
  number: sentQuoteExample.number,
  status,
});
const todayOf = ({ context, principal }: Pick<Call, "context" | "principal">) =>
  dateIn(principal.company.timeZone, context.clock.now());

const batch: Batch<"invoice.updated"> = {
  noun: "invoice",
  create: InvoiceCreate,
  patch: InvoicePatch,
  find: ({ tx, company, now }, externalIds) =>
    lockInvoices(tx, company.id, dateIn(company.timeZone, now), externalIds),
  inspect: unknownReferences,
  store: storeInvoices,
  emit: emitBatch,
};

export const invoiceRoutes = (createDraft: CreateDraft): Route[] => [
  read({
    ...access,
    path: "/invoices",
    operationId: "listInvoices",
    summary: "List invoices",
    description: "Newest first. Records are returned without their lines; include=lines adds them.",
    scope: "invoices:read",
    query: InvoiceQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of invoices.",
        schema: listEnvelope("invoices", InvoiceEntry),
        example: {
          success: true,
          invoices: [invoiceEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async (call) => {
      const { context, principal, query } = call;
      return listResponse(
        "invoices",
        await listInvoices(context.reads, principal.company, todayOf(call), query),
      );
    },
  }),
  coalesced({
    ...access,
    path: "/invoices",
    operationId: "createInvoice",
    summary: "Create a draft invoice",
    description:
      "Send an Idempotency-Key to make retries safe. Without one, retry only if you know that the first request failed. An invoice like one of the customer's latest is created all the same, and `possible_duplicate_of` names that one.",
    scope: "invoices:write",
    body: InvoiceCreate,
    bodyExample: invoiceCreateExample,
    inspect: unknownReferences,
    quota: invoiceQuota,
    responses: {
      201: {
        ...one("The new draft with its lines and totals."),
        schema: envelope({ invoice: Invoice, possible_duplicate_of: Type.Optional(PossibleDuplicate) }),
      },
    },
    handle: (call, idempotency) => createInvoice(createDraft, call, idempotency),
  }),
  batchRoute(
    {
      ...access,
      path: "/invoices/batch",
      operationId: "batchInvoices",
      summary: "Create or change many draft invoices",
      scope: "invoices:write",
      title: "InvoiceBatch",
      record: InvoicePatch,
      example: { ...invoiceCreateExample, external_id: "order-4711" },
      quota: invoiceQuota,
      refusals: [batchFailedExample],
    },
    batch,
  ),
  read({
    ...access,
    path: "/invoices/{id}",
    operationId: "getInvoice",
    summary: "Get one invoice with its lines",
    scope: "invoices:read",
    record,
    responses: { 200: one("The invoice.") },
    handle: async (call) => {
      const { context, principal, id } = call;
      const invoice = await readInvoice(context.reads, principal.company.id, todayOf(call), id);
      if (invoice === undefined) throw notFound("The invoice");
      return recordResponse("invoice", invoice);
    },
  }),
  change("PATCH", {
    ...access,
    path: "/invoices/{id}",
    operationId: "updateInvoice",
    summary: "Change a draft invoice",
    description:
      "Only drafts can be changed. To correct an issued invoice, issue a credit note and create a new invoice; to add missing customer or company data, use refresh_parties.",
    scope: "invoices:write",
    record,
    body: InvoicePatch,
    inspect: unknownReferences,
    bodyExample: { notes: "Purchase order 4711" },
    refusals: [refusedTransition("change", issued)],
    responses: { 200: one("The updated draft.", { ...invoiceExample, notes: "Purchase order 4711" }) },
    handle: async (made, { id, body }) => jsonResponse(200, { invoice: await updateInvoice(made, id, body) }),
  }),
  change("DELETE", {
    ...access,
    path: "/invoices/{id}",
    operationId: "deleteInvoice",
    summary: "Delete a draft invoice",
    description: "Only drafts can be deleted. Void or credit an issued invoice instead.",
    scope: "invoices:write",
    record,
    refusals: [refusedTransition("delete", issued)],
    responses: {
      200: { description: "The record was deleted.", schema: envelope({}), example: { success: true } },
    },
    handle: async (made, { context, id }) => {
      await deleteInvoice(made, context.config, id);
      return jsonResponse(200);
    },
  }),
  change("POST", {
    ...access,
    path: "/invoices/{id}/issue",
    operationId: "issueInvoice",
    summary: "Issue a draft invoice",
    description: "Assigns the next invoice number (numbers have no gaps) and locks the content.",
    scope: "invoices:write",
    record,
    refusals: [refusedTransition("issue", issued)],
    responses: { 200: one("The invoice, open.", issued) },
    handle: async (made, { id }) => jsonResponse(200, { invoice: await issueInvoice(made, id) }),
  }),
  change("POST", {
    ...access,
    path: "/invoices/{id}/void",
    operationId: "voidInvoice",
    summary: "Void an invoice",
    description:
      "Only possible while the invoice has no payments and is not registered with the revenue authority.",
    scope: "invoices:write",
    record,
    refusals: [refusedTransition("void", paid)],
    responses: { 200: one("The invoice, void.", { ...issued, status: "void", voided_at: moment }) },
    handle: async (made, { id }) => jsonResponse(200, { invoice: await voidInvoice(made, id) }),
  }),
  change("POST", {
    ...access,
    path: "/invoices/{id}/write_off",
    operationId: "writeOffInvoice",
    summary: "Write an invoice off as uncollectible",
    description: "A later payment still marks it as paid.",
    scope: "invoices:write",
    record,
    refusals: [refusedTransition("write_off", draft)],
    responses: { 200: one("The invoice, uncollectible.", { ...issued, status: "uncollectible" }) },
    handle: async (made, { id }) => jsonResponse(200, { invoice: await writeOffInvoice(made, id) }),
  }),
  change("POST", {
    ...access,
    path: "/invoices/{id}/refresh_parties",
    operationId: "refreshParties",
    summary: "Refresh the customer and company data of an issued invoice",
    description:
      "For an issued invoice with missing or wrong party data. While `fiscal_status` is `none`, empty fields are filled from the customer and the company; other fields stay unchanged. While it is `rejected`, name, tax_id, registration_number, address, email and phone are copied again from the customer and the company. The number and everything else stay as issued. If nothing differs, nothing changes and no event is created.",
    scope: "invoices:write",
    record,
    refusals: [wrongState(refusedRefresh({ ...draft, id: 1042, fiscal_status: "none" })!)],
    responses: { 200: one("The invoice with the updated party data.", issued) },
    handle: async (made, { id }) => jsonResponse(200, { invoice: await refreshParties(made, id) }),
  }),
  change("POST", {
    tag: "Sales",
    feature: ["catalog", "invoicing"],
    path: "/sales/{id}/invoice",
    operationId: "invoiceSale",
    summary: "Create a draft invoice from a sale",
    description: "A sale can be invoiced once and becomes `invoiced`. Deleting the draft reopens the sale.",
    scope: "sales:write",
    record: { noun: "The sale", exists: saleExists },
    quota: invoiceQuota,
    refusals: closedSales("invoiced"),
    responses: {
      201: {
        description: "The new draft and its sale.",
        schema: envelope({ invoice: Invoice, sale: Sale }),
        example: {
          success: true,
          invoice: { ...invoiceExample, sale_id: 88 },
          sale: { ...saleExample, status: "invoiced", invoice_id: 1042 },
        },
      },
    },
    handle: async (made, { id }) => jsonResponse(201, await invoiceSale(made, id)),
  }),
  change("POST", {
    tag: "Quotes",
    feature: ["catalog", "invoicing"],
    path: "/quotes/{id}/invoice",
    operationId: "invoiceQuote",
    summary: "Create a draft invoice from a quote",
    description:
      "A sent or accepted quote becomes one draft invoice, or by POST /quotes/{id}/sale one sale, and is `invoiced`. Deleting the draft makes the quote sent or accepted again.",
    scope: "sales:write",
    record: { noun: "The quote", exists: quoteExists },
    quota: invoiceQuota,
    refusals: [refusedQuote("invoice", namedQuote("draft")), refusedQuote("invoice", namedQuote("invoiced"))],
    responses: {
      201: {
        description: "The new draft and its quote.",
        schema: envelope({ invoice: Invoice, quote: Quote }),
        example: {
          success: true,
          invoice: invoiceExample,
          quote: { ...sentQuoteExample, status: "invoiced", invoice_id: 1042 },
        },
      },
    },
    handle: async (made, { context, id }) => jsonResponse(201, await invoiceQuote(made, context.config, id)),
  }),
];

function createInvoice(
  createDraft: CreateDraft,
  { context, principal, requestId, body }: Call<undefined, InvoiceCreate>,
  idempotency?: IdempotencyRequest,
): Promise<RouteResponse> {
  const { company } = principal;
  const actor = actorOf(principal);
  return retryWhileInProgress(context.clock, idempotency, async (now, keyed) => {
    const created = await createDraft({ company, now, actor, requestId }, body, keyed);
    if (created.kind !== "created") return created;
    const { invoice, duplicateOf } = created;
    const duplicate = duplicateOf !== null && { possible_duplicate_of: String(duplicateOf) };
    return { kind: "created", response: jsonResponse(201, { invoice, ...duplicate }) };
  });
}
