import { queryTooBroad } from "../../../contract/errors.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { unknownReferences } from "../lines/service.ts";
import {
  PreviewedInvoice,
  previewExample,
  RecurringInvoice,
  RecurringInvoiceCreate,
  RecurringInvoiceEntry,
  RecurringInvoicePatch,
  RecurringInvoiceQuery,
  recurringCreateExample,
  recurringEntryExample,
  recurringExample,
} from "./schema.ts";
import {
  createRecurring,
  ended,
  getRecurring,
  listRecurring,
  pauseRecurring,
  previewRecurring,
  recurringExists,
  resumeRecurring,
  updateRecurringFields,
} from "./service.ts";

const access = { tag: "Recurring invoices", feature: "invoicing" } as const;
const record = { noun: "The recurring invoice", exists: recurringExists };
const one = (description: string, schedule: object = recurringExample) => ({
  description,
  schema: envelope({ recurring_invoice: RecurringInvoice }),
  example: { success: true, recurring_invoice: schedule },
});

export const recurringInvoiceRoutes: Route[] = [
  read({
    ...access,
    path: "/recurring_invoices",
    operationId: "listRecurringInvoices",
    summary: "List recurring invoices",
    description: "Newest first. Records are returned without their lines; include=lines adds them.",
    scope: "invoices:read",
    query: RecurringInvoiceQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of recurring invoices.",
        schema: listEnvelope("recurring_invoices", RecurringInvoiceEntry),
        example: {
          success: true,
          recurring_invoices: [recurringEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("recurring_invoices", await listRecurring(context.reads, company, today, query));
    },
  }),
  change("POST", {
    ...access,
    path: "/recurring_invoices",
    operationId: "createRecurringInvoice",
    summary: "Create a recurring invoice",
    description:
      "From its first date on, an invoice is made on each date of the schedule, as soon as that date has begun in the company's time zone. Each has the prices that the schedule shows.",
    scope: "invoices:write",
    body: RecurringInvoiceCreate,
    inspect: unknownReferences,
    bodyExample: recurringCreateExample,
    responses: { 201: one("The new recurring invoice, active.") },
    handle: async (made, { body }) =>
      jsonResponse(201, { recurring_invoice: await createRecurring(made, body) }),
  }),
  read({
    ...access,
    path: "/recurring_invoices/{id}",
    operationId: "getRecurringInvoice",
    summary: "Get one recurring invoice with its lines",
    scope: "invoices:read",
    record,
    responses: { 200: one("The recurring invoice.") },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { recurring_invoice: await getRecurring(context.reads, principal.company.id, id) }),
  }),
  change("PATCH", {
    ...access,
    path: "/recurring_invoices/{id}",
    operationId: "updateRecurringInvoice",
    summary: "Change a recurring invoice that has not ended",
    description:
      "Invoices that were made already stay as they are. To end it, set end_date to the last day on which an invoice may be dated.",
    scope: "invoices:write",
    record,
    body: RecurringInvoicePatch,
    inspect: unknownReferences,
    bodyExample: { notes: "Maintenance contract 4711" },
    refusals: [ended("changed")],
    responses: { 200: one("The changed recurring invoice.") },
    handle: async (made, { id, body }) =>
      jsonResponse(200, { recurring_invoice: await updateRecurringFields(made, id, body) }),
  }),
  change("POST", {
    ...access,
    path: "/recurring_invoices/{id}/pause",
    operationId: "pauseRecurringInvoice",
    summary: "Pause a recurring invoice",
    description: "It makes no invoices until it is resumed.",
    scope: "invoices:write",
    record,
    refusals: [ended("paused")],
    responses: {
      200: one("The recurring invoice, paused.", { ...recurringExample, status: "paused", next_date: null }),
    },
    handle: async (made, { id }) => jsonResponse(200, { recurring_invoice: await pauseRecurring(made, id) }),
  }),
  change("POST", {
    ...access,
    path: "/recurring_invoices/{id}/resume",
    operationId: "resumeRecurringInvoice",
    summary: "Resume a paused recurring invoice",
    description:
      "It goes on with its first date from today on. Dates that fell into the pause get no invoice; if no date is left, it has ended.",
    scope: "invoices:write",
    record,
    refusals: [ended("resumed")],
    responses: { 200: one("The recurring invoice, active again.") },
    handle: async (made, { id }) => jsonResponse(200, { recurring_invoice: await resumeRecurring(made, id) }),
  }),
  read({
    ...access,
    path: "/recurring_invoices/{id}/preview",
    operationId: "previewRecurringInvoice",
    summary: "Preview the next twelve invoices",
    description:
      "Their dates only. For a paused recurring invoice: the dates that it would have if it were resumed today.",
    scope: "invoices:read",
    record,
    responses: {
      200: {
        description: "The next twelve dates, or fewer where it ends before.",
        schema: envelope({ invoices: Type.Array(PreviewedInvoice, { maxItems: 12 }) }),
        example: { success: true, invoices: [previewExample] },
      },
    },
    handle: async ({ context, principal: { company }, id }) => {
      const invoices = await previewRecurring(context.reads, company, context.clock.now(), id);
      return jsonResponse(200, { invoices: JSON.stringify(invoices) });
    },
  }),
];
