import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { CreditNote, creditNoteExample } from "../../billing/credit-notes/schema.ts";
import { creditNoteExists } from "../../billing/credit-notes/service.ts";
import { Fiscal, Invoice, invoiceExample } from "../../billing/invoices/schema.ts";
import { invoiceExists } from "../../billing/invoices/service.ts";
import {
  FiscalIntegration,
  fiscalExample,
  integrationExample,
  pendingExample,
  Registration,
  registrationExample,
} from "./schema.ts";
import type { FiscalSubjectKind } from "./service.ts";

/** The responses of the e-invoicing operations, as the contract describes them. */
export const mediaType = "application/xml";
export const xml = {
  mediaType,
  schema: Type.String({ contentMediaType: mediaType }),
  example: '<?xml version="1.0" encoding="UTF-8"?>…',
};
const Irn = Type.Unsafe<string | null>({ type: ["string", "null"] });
const registeredFields = {
  irn: fiscalExample.irn,
  fiscal_status: "registered",
  fiscal: fiscalExample,
};
export const invoices = {
  record: { noun: "The invoice", exists: invoiceExists },
  schema: envelope({ irn: Irn, invoice: Invoice, fiscal: Fiscal }),
  example: {
    ...invoiceExample,
    ...registeredFields,
    number: "INV-000001",
    status: "open",
    issued_at: "2026-11-15T09:30:00.000Z",
  },
};
export const creditNotes = {
  record: { noun: "The credit note", exists: creditNoteExists },
  schema: envelope({ irn: Irn, credit_note: CreditNote, fiscal: Fiscal }),
  example: { ...creditNoteExample, ...registeredFields },
};

/** The responses of a registration: 200 with the reference, 202 while the authority decides. */
export const registered = (
  name: FiscalSubjectKind,
  { schema, example }: { schema: Type.TSchema; example: object },
) => ({
  200: {
    description: "Registered. `irn` is the fiscal reference.",
    schema,
    example: { success: true, irn: fiscalExample.irn, [name]: example, fiscal: fiscalExample },
  },
  202: {
    description: "The authority decides later. `irn` is null until then.",
    schema,
    example: {
      success: true,
      irn: null,
      [name]: { ...example, irn: null, fiscal_status: "pending", fiscal: pendingExample },
      fiscal: pendingExample,
    },
  },
});

export const registration = {
  200: {
    description: "The submitted document, its state, and the calls to the authority.",
    schema: envelope({ registration: Registration }),
    example: { success: true, registration: registrationExample },
  },
};

export const cancelled = {
  description: "The registration is cancelled. The IRN is kept for reference.",
  schema: invoices.schema,
  example: {
    success: true,
    irn: fiscalExample.irn,
    invoice: { ...invoices.example, fiscal_status: "cancelled" },
    fiscal: {
      ...fiscalExample,
      cancelled_at: "2026-11-15T11:00:00.000Z",
      cancel_reason: "Wrong customer",
    },
  },
};

export const integration = {
  schema: envelope({ integration: FiscalIntegration }),
  example: { success: true, integration: integrationExample },
};
