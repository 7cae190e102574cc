import type { Company } from "../../access.ts";
import { dateIn } from "../../foundation/clock.ts";
import type { Queryable } from "../../foundation/database.ts";
import { ApiError, notFound, wrongState } from "../../foundation/errors.ts";
import type { Json } from "../../foundation/sql.ts";
import { getCreditNote } from "../credit-notes/service.ts";
import { getInvoice } from "../invoices/service.ts";
import { showFiscal } from "./calls.ts";
import type { CanonicalDocument } from "./canonical.ts";
import { canonicalInvoice, type IssuedInvoice } from "./canonical-of.ts";
import { readCreditNote, type Subject } from "./subjects.ts";
import { type Violation, violations } from "./ubl/rules.ts";
import { ublOf } from "./ubl/writer.ts";

/**
 * E-invoicing: documents as UBL, and their registration with a revenue authority, which gives each exactly one fiscal
 * reference. registrar.ts is the heart; settings.ts says through which authority a company registers.
 */
export { reportPayments } from "./payment-reports.ts";
export { observeRegistrations, reconcileRegistrations } from "./reconciler.ts";
export { createRegistrar, type Registrar } from "./registrar.ts";
export { forgetIntegration, getIntegration, requireConfigured, setIntegration } from "./settings.ts";
export type { Registered } from "./standing.ts";
export type { SubjectKind } from "./subjects.ts";

/** The state of a document's registration, call by call. */
export async function getRegistration(db: Queryable, companyId: number, subject: Subject): Promise<Json> {
  const registration = await showFiscal(db, companyId, subject);
  if (registration === undefined) throw notFound("A registration of this document");
  return registration;
}

type Xml = { fileName: string; xml: string };

export async function getInvoiceXml(db: Queryable, company: Company, now: Date, id: number): Promise<Xml> {
  const today = dateIn(company.timeZone, now);
  const invoice = JSON.parse(await getInvoice(db, company.id, today, id)) as IssuedInvoice & {
    status: string;
  };
  if (invoice.number === null) {
    throw wrongState("A draft is no document yet: issue the invoice first, or read it as PDF.");
  }
  return xmlOf(canonicalInvoice(invoice));
}

export async function getCreditNoteXml(db: Queryable, company: Company, now: Date, id: number): Promise<Xml> {
  const note = await getCreditNote(db, company.id, id);
  return xmlOf((await readCreditNote(db, company, now, note)).document);
}

/** A document that breaks a rule of EN 16931 is not returned: any recipient would refuse it. */
function xmlOf(document: CanonicalDocument): Xml {
  const broken = violations(document);
  if (broken.length > 0) throw documentInvalid(broken);
  return { fileName: `${document.number}.xml`, xml: ublOf(document) };
}

export const documentInvalid = (broken: readonly Violation[]) =>
  new ApiError(
    422,
    "document_invalid",
    `This can't be written as an EN 16931 document: ${broken[0]!.message} (${broken[0]!.rule})`,
    { errors: broken.map(({ rule, field, message }) => ({ field, message: `${message} (${rule})` })) },
  );
