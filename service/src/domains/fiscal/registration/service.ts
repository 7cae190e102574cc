import type { Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { ApiError, notFound, wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { getCreditNote } from "../../billing/credit-notes/service.ts";
import { getInvoice } from "../../billing/invoices/service.ts";
import type { Violation } from "../ubl/rules.ts";
import {
  writeDocument,
  writeInvoice,
  type XmlInput,
  type XmlResult,
  type XmlSyntax,
} from "../xml-documents/xml-job.ts";
import { showFiscal } from "./calls.ts";
import { type FiscalSubject, readCreditNote } from "./fiscal-subject.ts";

/**
 * E-invoicing: documents as UBL or CII, and their registration with a revenue authority, which gives each exactly one fiscal
 * reference. Start reading with registrar.ts; settings.ts configures a company's authority.
 */
export { purgeFiscalCalls } from "./calls.ts";
export { eraseFiscalDocuments } from "./erasure.ts";
export type { FiscalSubjectKind } from "./fiscal-subject.ts";
export { reportPayments } from "./payment-reports.ts";
export { countDueRegistrations, hastenRegistrations } from "./queries.ts";
export { prepareRegistration } from "./queue-registration.ts";
export { observeRegistrations, reconcileRegistrations } from "./reconciler.ts";
export { createRegistrar, type Registrar } from "./registrar.ts";
export type { RegistrationResult } from "./registration-result.ts";
export {
  deleteIntegration,
  getIntegration,
  integrationStatus,
  requireConfigured,
  setIntegration,
} from "./settings.ts";

/** The state of a document's registration with its calls. */
export async function getRegistration(
  db: Queryable,
  companyId: number,
  subject: FiscalSubject,
): Promise<Json> {
  const registration = await showFiscal(db, companyId, subject);
  if (registration === undefined) throw notFound("A registration of this document");
  return registration;
}

type XmlFile = { fileName: string; xml: string };
type Reads = Pick<Context, "reads" | "threads" | "clock">;

const job = new URL("../xml-documents/xml-job.ts", import.meta.url);
// In characters of JSON, about a hundred lines: a longer document would block other requests.
const inlineMax = 32 * 1024;

export async function getInvoiceXml(
  context: Reads,
  company: Pick<Company, "id" | "timeZone">,
  id: number,
  syntax: XmlSyntax = "ubl",
): Promise<XmlFile> {
  const today = dateIn(company.timeZone, context.clock.now());
  const json = await getInvoice(context.reads, company.id, today, id);
  const isShort = json.length < inlineMax;
  return xmlOf(
    isShort ? writeInvoice(syntax, json) : await write(context, company, { syntax, kind: "invoice", json }),
  );
}

export async function getCreditNoteXml(
  context: Reads,
  company: Company,
  id: number,
  syntax: XmlSyntax = "ubl",
): Promise<XmlFile> {
  const note = await getCreditNote(context.reads, company.id, id);
  const { document } = await readCreditNote(context.reads, company, context.clock.now(), note);
  const isShort = note.length < inlineMax;
  return xmlOf(
    isShort
      ? writeDocument(syntax, document)
      : await write(context, company, { syntax, kind: "document", document }),
  );
}

function write({ threads }: Reads, { id }: Pick<Company, "id">, input: XmlInput): Promise<XmlResult> {
  return threads.run({ companyId: id, file: job, input });
}

/** A document that violates EN 16931 is not returned, because any recipient would reject it. */
function xmlOf({ number, broken, xml }: XmlResult): XmlFile {
  if (number === null) {
    throw wrongState("A draft has no XML document. Issue the invoice first, or download it as PDF.");
  }
  if (broken.length > 0) throw documentInvalid(broken);
  return { fileName: `${number}.xml`, xml };
}

export const documentInvalid = (broken: readonly Violation[]) =>
  new ApiError(
    422,
    "document_invalid",
    `No EN 16931 document can be created: ${broken[0]!.message} (${broken[0]!.rule})`,
    { errors: broken.map(({ rule, field, message }) => ({ field, message: `${message} (${rule})` })) },
  );
