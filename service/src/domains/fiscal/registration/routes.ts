import { actorOf } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Call, change, type Route, read, staged } from "../../../http/route.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { refusals } from "./refusals.ts";
import {
  cancelled,
  creditNotes,
  integration,
  invoices,
  mediaType,
  registered,
  registration,
  xml,
} from "./responses.ts";
import { Cancellation, IntegrationInput, XmlQuery } from "./schema.ts";
import {
  deleteIntegration,
  type FiscalSubjectKind,
  getCreditNoteXml,
  getIntegration,
  getInvoiceXml,
  getRegistration,
  type Registrar,
  type RegistrationResult,
  requireConfigured,
  setIntegration,
} from "./service.ts";

const access = { tag: "E-invoicing", feature: "einvoicing" } as const;
export const einvoicingRoutes = (registrar: Registrar): Route[] => [
  staged({
    ...access,
    path: "/invoices/{id}/register",
    operationId: "registerInvoice",
    cost: 2,
    refusals: refusals.register,
    summary: "Register an invoice with the revenue authority",
    description:
      "A draft is issued first. An invoice is registered only once, even after a timeout: registering it again returns the same IRN without calling the authority. If the authority can't be reached or its response is lost, the registration completes in the background and an event reports the result.",
    scope: "integrations",
    record: invoices.record,
    responses: registered("invoice", invoices),
    handle: async (call) => answerWith("invoice", await registrar.register(callerOf(call), invoiceOf(call))),
  }),
  staged({
    ...access,
    path: "/invoices/{id}/cancel_registration",
    operationId: "cancelRegistration",
    cost: 2,
    refusals: refusals.cancel,
    summary: "Cancel an invoice's registration",
    description:
      "Only possible if the authority allows it, until `fiscal.cancel_until`, and while nothing has been paid or credited. The number can't be used again: void the invoice and create a new one. If the authority can't be reached, the cancellation completes in the background.",
    scope: "integrations",
    record: invoices.record,
    requireIntegration: requireConfigured,
    body: Cancellation,
    bodyIsOptional: true,
    bodyExample: { reason: "Wrong customer" },
    responses: { 200: cancelled },
    handle: async (call) => {
      const reason = call.body?.reason ?? "Cancelled by the company";
      return answerWith("invoice", await registrar.cancel(callerOf(call), invoiceOf(call), reason));
    },
  }),
  staged({
    ...access,
    path: "/credit_notes/{id}/register",
    operationId: "registerCreditNote",
    cost: 2,
    refusals: refusals.registerCreditNote,
    summary: "Register a credit note with the revenue authority",
    description: "The invoice must be registered first. Otherwise this works as for an invoice.",
    scope: "integrations",
    record: creditNotes.record,
    responses: registered("credit_note", creditNotes),
    handle: async (call) =>
      answerWith(
        "credit_note",
        await registrar.register(callerOf(call), { kind: "credit_note", id: call.id }),
      ),
  }),
  read({
    ...access,
    path: "/invoices/{id}/registration",
    operationId: "getRegistration",
    refusals: refusals.registration,
    summary: "Get the registration status of an invoice, with all calls",
    scope: "integrations",
    record: invoices.record,
    responses: registration,
    handle: async (call) => showRegistration(call, "invoice"),
  }),
  read({
    ...access,
    path: "/credit_notes/{id}/registration",
    operationId: "getCreditNoteRegistration",
    refusals: refusals.registration,
    summary: "Get the registration status of a credit note, with all calls",
    scope: "integrations",
    record: creditNotes.record,
    responses: registration,
    handle: async (call) => showRegistration(call, "credit_note"),
  }),
  read({
    tag: "Invoices",
    feature: "invoicing",
    path: "/invoices/{id}.xml",
    expensive: true,
    operationId: "getInvoiceXml",
    cost: 10,
    refusals: refusals.invoiceXml,
    summary: "Download an invoice as XML",
    description:
      "According to EN 16931, as UBL 2.1 or, with `syntax=cii`, as a Cross Industry Invoice, which is what Factur-X and ZUGFeRD contain. Both say the same. Returns 422 with the rule's name if a rule is broken.",
    scope: "invoices:read",
    record: invoices.record,
    query: XmlQuery,
    responses: { 200: { ...xml, description: "The invoice as it was issued." } },
    handle: async ({ context, principal: { company }, id, query }) =>
      document(await getInvoiceXml(context, company, id, query.syntax)),
  }),
  read({
    tag: "Invoices",
    feature: "invoicing",
    path: "/credit_notes/{id}.xml",
    expensive: true,
    operationId: "getCreditNoteXml",
    cost: 10,
    refusals: refusals.creditNoteXml,
    summary: "Download a credit note as XML",
    description: "According to EN 16931, as UBL 2.1 or, with `syntax=cii`, as a Cross Industry Invoice.",
    scope: "invoices:read",
    record: creditNotes.record,
    query: XmlQuery,
    responses: { 200: { ...xml, description: "The credit note, with a reference to its invoice." } },
    handle: async ({ context, principal: { company }, id, query }) =>
      document(await getCreditNoteXml(context, company, id, query.syntax)),
  }),
  read({
    ...access,
    path: "/einvoicing/integration",
    operationId: "getIntegration",
    refusals: refusals.get,
    summary: "Get the e-invoicing integration",
    description: "Without its secrets. Returns 503 if there is none.",
    scope: "integrations:read",
    // Every role that may register invoices could always see with which authority.
    orScope: "integrations",
    responses: { 200: { ...integration, description: "The integration of this environment." } },
    handle: async ({ context, principal }) =>
      jsonResponse(200, { integration: await getIntegration(context, context.reads, principal.company.id) }),
  }),
  staged({
    ...access,
    path: "/einvoicing/integration",
    operationId: "setIntegration",
    refusals: refusals.set,
    summary: "Configure the e-invoicing integration",
    description:
      "The credentials are checked with the authority first and are not stored if it rejects them. Secrets are never shown again.",
    scope: "integrations:configure",
    body: IntegrationInput,
    bodyExample: { adapter: "sandbox" },
    stepUp: "einvoicing.set",
    responses: { 200: { ...integration, description: "The integration, without its secrets." } },
    handle: async (call) => {
      const { context, principal, body } = call;
      const tell = (tx: Transaction) => call.noteSensitive(tx, body.adapter);
      const set = await setIntegration(context, principal.company.id, body, callerOf(call), tell);
      return jsonResponse(200, { integration: set });
    },
  }),
  change("DELETE", {
    ...access,
    path: "/einvoicing/integration",
    operationId: "removeIntegration",
    stepUp: "einvoicing.removed",
    refusals: refusals.remove,
    summary: "Remove the e-invoicing integration",
    description:
      "Its credentials are deleted. Registered invoices stay registered. Nothing happens if there is no integration.",
    scope: "integrations:configure",
    responses: {
      200: { description: "The integration was removed.", schema: envelope({}), example: { success: true } },
    },
    handle: async (made, { context }) => {
      await deleteIntegration(made, context, made.company.id);
      return jsonResponse(200);
    },
  }),
];

const callerOf = ({ principal, requestId, address }: Call) => ({
  company: principal.company,
  actor: actorOf(principal),
  requestId,
  address,
});

const invoiceOf = ({ id }: Call) => ({ kind: "invoice", id }) as const;

const answerWith = (name: FiscalSubjectKind, { status, irn, record, fiscal }: RegistrationResult) =>
  jsonResponse(status, { irn: JSON.stringify(irn), [name]: record, fiscal });

const showRegistration = async ({ context, principal, id }: Call, kind: FiscalSubjectKind) =>
  jsonResponse(200, {
    registration: await getRegistration(context.reads, principal.company.id, { kind, id }),
  });

const document = ({ fileName, xml: body }: { fileName: string; xml: string }) => ({
  status: 200,
  body,
  mediaType,
  headers: { "content-disposition": `inline; filename="${fileName}"` },
});
