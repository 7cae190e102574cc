import { queryTooBroad } from "../../../contract/errors.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { Invoice, invoiceExample } from "../invoices/schema.ts";
import { invoiceExists, refusedTransition, requireNamedInvoice } from "../invoices/service.ts";
import { unknownReferences } from "../lines/service.ts";
import {
  appliedCreditNoteExample,
  CreditApplicationCreate,
  CreditNote,
  CreditNoteCreate,
  CreditNoteEntry,
  CreditNoteQuery,
  creditNoteCreateExample,
  creditNoteEntryExample,
  creditNoteExample,
} from "./schema.ts";
import {
  applyCreditNote,
  createCreditNote,
  creditNoteExists,
  getCreditNote,
  nothingToApply,
  type ReadPendingRefunds,
  readCreditNotePage,
} from "./service.ts";

const access = { tag: "Credit notes", feature: "invoicing" } as const;

/** Credit that a gateway is giving back can't be applied; payments, which know of it, come later. */
export const creditNoteRoutes = (readPendingRefunds: ReadPendingRefunds): Route[] => [
  change("POST", {
    ...access,
    path: "/invoices/{id}/credit_notes",
    operationId: "createCreditNote",
    summary: "Credit an invoice fully or partially",
    description:
      "Credit notes are issued immediately, with their own number series. A credit note lowers amount_due; at 0 the invoice is paid.",
    scope: "invoices:write",
    record: { noun: "The invoice", exists: invoiceExists },
    body: CreditNoteCreate,
    inspect: unknownReferences,
    bodyIsOptional: true,
    bodyExample: creditNoteCreateExample,
    refusals: [refusedTransition("credit", { id: 1042, number: null, status: "draft" })],
    responses: {
      201: {
        description: "The credit note and the updated invoice.",
        schema: envelope({ credit_note: CreditNote, invoice: Invoice }),
        example: { success: true, credit_note: creditNoteExample, invoice: invoiceExample },
      },
    },
    handle: async (made, { id, body }) => {
      const { creditNote, invoice } = await createCreditNote(made, id, body);
      return jsonResponse(201, { credit_note: creditNote, invoice });
    },
  }),
  read({
    ...access,
    path: "/credit_notes",
    operationId: "listCreditNotes",
    summary: "List credit notes",
    scope: "invoices:read",
    query: CreditNoteQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of credit notes, newest first.",
        schema: listEnvelope("credit_notes", CreditNoteEntry),
        example: {
          success: true,
          credit_notes: [creditNoteEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("credit_notes", await readCreditNotePage(context.reads, company, today, query));
    },
  }),
  read({
    ...access,
    path: "/credit_notes/{id}",
    operationId: "getCreditNote",
    summary: "Get one credit note with its lines",
    scope: "invoices:read",
    record: { noun: "The credit note", exists: creditNoteExists },
    responses: {
      200: {
        description: "The credit note.",
        schema: envelope({ credit_note: CreditNote }),
        example: { success: true, credit_note: creditNoteExample },
      },
    },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { credit_note: await getCreditNote(context.reads, principal.company.id, id) }),
  }),
  change("POST", {
    ...access,
    path: "/credit_notes/{id}/apply",
    operationId: "applyCreditNote",
    summary: "Apply credit to another invoice",
    description:
      "For credit that its own invoice does not need because it was paid: see `amount_to_refund` there. The other invoice is issued, and of the same customer and currency; it becomes `partially_paid` or `paid`.",
    scope: "invoices:write",
    record: { noun: "The credit note", exists: creditNoteExists },
    body: CreditApplicationCreate,
    inspect: requireNamedInvoice,
    bodyExample: { invoice_id: 1043, amount: 45125 },
    refusals: [nothingToApply(creditNoteExample)],
    responses: {
      200: {
        description: "The credit note, and the invoice that it was applied to.",
        schema: envelope({ credit_note: CreditNote, invoice: Invoice }),
        example: { success: true, credit_note: appliedCreditNoteExample, invoice: invoiceExample },
      },
    },
    handle: async (made, { id, body }) => {
      const { creditNote, invoice } = await applyCreditNote(made, id, body, readPendingRefunds);
      return jsonResponse(200, { credit_note: creditNote, invoice });
    },
  }),
];
