import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { creditNoteExists, getCreditNote, lockCreditNote } from "../../billing/credit-notes/service.ts";
import { getInvoice, invoiceExists, issueInvoice, lockInvoiceRow } from "../../billing/invoices/service.ts";
import type { EventType } from "../../webhooks/events/service.ts";
import {
  type CanonicalDocument,
  canonicalCreditNote,
  canonicalInvoice,
  type IssuedCreditNote,
  type IssuedInvoice,
} from "../canonical/canonical.ts";

/** The subject of a registration: an invoice, or a credit note to a registered invoice. */
export type FiscalSubject = { kind: FiscalSubjectKind; id: number };

export type FiscalSubjectKind = "invoice" | "credit_note";

type SubjectOperations = {
  noun: string;
  exists(db: Queryable, companyId: number, id: number): Promise<boolean>;
  /** Locks the record and returns it. */
  lock(change: Change, id: number): Promise<Json>;
  show(change: Change, id: number): Promise<Json>;
  /** The document to register; throws if the record's status forbids it. */
  prepare(change: Change, id: number, record: Json): Promise<PreparedDocument>;
  events: Record<"registered" | "pending" | "failed", EventType>;
};

/** A draft is issued in the same transaction, so that a rollback makes it a draft again. */
export type PreparedDocument = { document: CanonicalDocument; wasDraft: boolean };

const registrable = ["draft", "open", "partially_paid", "paid"];

const invoice: SubjectOperations = {
  noun: "invoice",
  exists: invoiceExists,
  lock: lockInvoiceRow,
  show: ({ tx, company, now }, id) => getInvoice(tx, company.id, dateIn(company.timeZone, now), id),
  prepare: async (change, id, record) => {
    const { status } = JSON.parse(record) as { status: string };
    if (!registrable.includes(status)) {
      throw wrongState(`This invoice is ${status}, so it can't be registered with the revenue authority.`);
    }
    const wasDraft = status === "draft";
    const issued = wasDraft ? await issueInvoice(change, id) : record;
    return { document: canonicalInvoice(JSON.parse(issued) as IssuedInvoice), wasDraft };
  },
  events: {
    registered: "invoice.registered",
    pending: "invoice.registration_pending",
    failed: "invoice.registration_failed",
  },
};

const creditNote: SubjectOperations = {
  noun: "credit note",
  exists: creditNoteExists,
  lock: ({ tx, company }, id) => lockCreditNote(tx, company.id, id),
  show: ({ tx, company }, id) => getCreditNote(tx, company.id, id),
  prepare: async ({ tx, company, now }, _id, record) => {
    const { document, invoice } = await readCreditNote(tx, company, now, record);
    if (invoice.fiscal_status !== "registered") {
      throw wrongState(
        `Invoice ${invoice.number} is not registered with the revenue authority, so its credit note can't be registered. Register the invoice first.`,
      );
    }
    if (invoice.fiscal?.cancel_requested_at) {
      throw wrongState(
        `The registration of invoice ${invoice.number} is being cancelled, so its credit note can't be registered.`,
      );
    }
    return { document, wasDraft: false };
  },
  events: {
    registered: "credit_note.registered",
    pending: "credit_note.registration_pending",
    failed: "credit_note.registration_failed",
  },
};

export const subjectOperations: Record<FiscalSubjectKind, SubjectOperations> = {
  invoice,
  credit_note: creditNote,
};

type CreditedInvoice = IssuedInvoice & {
  irn: string | null;
  fiscal_status: string;
  fiscal: { cancel_requested_at?: string } | null;
};

/** A credit note takes its parties from its invoice. */
export async function readCreditNote(
  db: Queryable,
  company: Company,
  now: Date,
  record: Json,
): Promise<{ document: CanonicalDocument; invoice: CreditedInvoice }> {
  const note = JSON.parse(record) as IssuedCreditNote & { invoice_id: number; issued_at: string };
  const today = dateIn(company.timeZone, now);
  const invoice = JSON.parse(await getInvoice(db, company.id, today, note.invoice_id)) as CreditedInvoice;
  const issueDate = dateIn(company.timeZone, new Date(note.issued_at));
  return { document: canonicalCreditNote(note, issueDate, invoice), invoice };
}
