import Type from "typebox";
import { envelope } from "../../foundation/schema.ts";
import { answer } from "../../http/answer.ts";
import { change, type Route, read, staged } from "../../http/route.ts";
import { creditNoteExists } from "../credit-notes/service.ts";
import { Invoice, invoiceExample } from "../invoices/schema.ts";
import { invoiceExists } from "../invoices/service.ts";
import {
  FiscalIntegration,
  fiscalExample,
  IntegrationInput,
  integrationExample,
  Registration,
  registrationExample,
} from "./schema.ts";
import {
  getCreditNoteXml,
  getIntegration,
  getInvoiceXml,
  getRegistration,
  type Registrar,
  setIntegration,
} from "./service.ts";

const access = { tag: "E-invoicing", feature: "einvoicing" } as const;
const invoice = { noun: "The invoice", exists: invoiceExists };
const mediaType = "application/xml";
const xml = {
  mediaType,
  schema: Type.String({ contentMediaType: mediaType }),
  example: '<?xml version="1.0" encoding="UTF-8"?>…',
};
const Fiscal = Type.Unsafe<object | null>({ type: ["object", "null"] });
const registered = envelope({
  irn: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  invoice: Invoice,
  fiscal: Fiscal,
});
const registeredInvoice = {
  ...invoiceExample,
  number: "INV-000001",
  status: "open",
  irn: fiscalExample.irn,
  fiscal_status: "registered",
  fiscal: fiscalExample,
  issued_at: "2026-11-15T09:30:00.000Z",
};
const integration = {
  schema: envelope({ integration: FiscalIntegration }),
  example: { success: true, integration: integrationExample },
};

export const einvoicingRoutes = (registrar: Registrar): Route[] => [
  staged({
    ...access,
    path: "/invoices/{id}/register",
    operationId: "registerInvoice",
    callsOutside: true,
    summary: "Register an invoice with the revenue authority",
    description:
      "A draft is issued first. Registered once, whatever times out: the same IRN is given again without another call. When the authority can't be asked, or its answer is lost, it is finished in the background and told by an event.",
    scope: "integrations",
    record: invoice,
    answers: {
      200: {
        description: "It is registered; this is its fiscal reference.",
        schema: registered,
        example: { success: true, irn: fiscalExample.irn, invoice: registeredInvoice, fiscal: fiscalExample },
      },
      202: {
        description: "The authority decides later; `irn` is null until then.",
        schema: registered,
        example: {
          success: true,
          irn: null,
          invoice: { ...registeredInvoice, irn: null, fiscal_status: "pending" },
          fiscal: null,
        },
      },
    },
    handle: async ({ principal, requestId, id }) => {
      const actor = { type: "key", id: principal.appId } as const;
      const done = await registrar.register({ company: principal.company, actor, requestId }, id);
      return answer(done.status, {
        irn: JSON.stringify(done.irn),
        invoice: done.invoice,
        fiscal: done.fiscal,
      });
    },
  }),
  read({
    ...access,
    path: "/invoices/{id}/registration",
    operationId: "getRegistration",
    summary: "See how an invoice's registration stands, call by call",
    scope: "integrations",
    record: invoice,
    answers: {
      200: {
        description: "The document that was frozen, its state, and the calls made for it.",
        schema: envelope({ registration: Registration }),
        example: { success: true, registration: registrationExample },
      },
    },
    handle: async ({ context, principal, id }) =>
      answer(200, { registration: await getRegistration(context.reads, principal.company.id, id) }),
  }),
  read({
    tag: "Invoices",
    feature: "invoicing",
    path: "/invoices/{id}.xml",
    operationId: "getInvoiceXml",
    mayRefuse: true,
    summary: "Get one invoice as UBL",
    description: "UBL 2.1 by EN 16931. 422 where a rule is broken, with the rule's name.",
    scope: "invoices:read",
    record: invoice,
    answers: { 200: { ...xml, description: "The invoice as it was issued." } },
    handle: async ({ context, principal: { company }, id }) =>
      document(await getInvoiceXml(context.reads, company, context.clock.now(), id)),
  }),
  read({
    tag: "Invoices",
    feature: "invoicing",
    path: "/credit_notes/{id}.xml",
    operationId: "getCreditNoteXml",
    mayRefuse: true,
    summary: "Get one credit note as UBL",
    scope: "invoices:read",
    record: { noun: "The credit note", exists: creditNoteExists },
    answers: { 200: { ...xml, description: "The credit note, with a reference to its invoice." } },
    handle: async ({ context, principal: { company }, id }) =>
      document(await getCreditNoteXml(context.reads, company, context.clock.now(), id)),
  }),
  read({
    ...access,
    path: "/einvoicing/integration",
    operationId: "getIntegration",
    summary: "See through which authority this company registers",
    description: "Without its secrets. 503 where there is none.",
    scope: "integrations",
    answers: { 200: { ...integration, description: "The integration of this environment." } },
    handle: async ({ context, principal }) =>
      answer(200, { integration: await getIntegration(context, context.reads, principal.company.id) }),
  }),
  change("POST", {
    ...access,
    path: "/einvoicing/integration",
    operationId: "setIntegration",
    callsOutside: true,
    summary: "Set through which authority this company registers",
    description:
      "The authority is asked first, and what it refuses is not stored. Secrets are never shown again.",
    scope: "integrations",
    body: IntegrationInput,
    bodyExample: { adapter: "sandbox" },
    answers: { 200: { ...integration, description: "The integration, without its secrets." } },
    handle: async (made, { context, body }) =>
      answer(200, { integration: await setIntegration(made, context, made.company.id, body) }),
  }),
];

const document = ({ fileName, xml: body }: { fileName: string; xml: string }) => ({
  status: 200,
  body,
  mediaType,
  headers: { "content-disposition": `inline; filename="${fileName}"` },
});
