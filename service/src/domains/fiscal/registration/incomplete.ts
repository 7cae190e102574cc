import { ApiError } from "../../../contract/errors.ts";
import type { Adapter, Fault } from "../authorities/port.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import { clean } from "../ubl/xml.ts";
import { type FiscalSubject, subjectOperations } from "./fiscal-subject.ts";
import type { FiscalRow } from "./queries.ts";

/** What the advice depends on: the document, and the registration's history. */
export type RegistrationSituation = {
  wasDraft: boolean;
  document: CanonicalDocument;
  row: FiscalRow | undefined;
};

/** Reports the errors that the authority would certainly find, before it is called. */
export function incomplete(
  { title }: Pick<Adapter, "title">,
  subject: FiscalSubject,
  faults: readonly Fault[],
  situation: RegistrationSituation,
): ApiError {
  const { noun } = subjectOperations[subject.kind];
  const message = `${title} would reject this ${noun}: ${faults[0]!.message} ${adviceOn(subject, faults, situation)}`;
  return new ApiError(422, "fiscal_incomplete", message, {
    errors: faults.map(({ field, message }) => ({ field: field ?? "invoice", message })),
  });
}

/** The advice depends on which fields of the document can still change. */
function adviceOn(
  { kind, id }: FiscalSubject,
  faults: readonly Fault[],
  { wasDraft, document, row }: RegistrationSituation,
): string {
  if (wasDraft) return "Nothing was sent, and the invoice is still a draft. Correct it, then register again.";
  if (kind === "credit_note") {
    return "Nothing was sent. A credit note has the parties of its invoice and can't be changed. Register it through the same account as its invoice.";
  }
  const isRejected = row?.state === "rejected";
  if (faults.every((fault) => isRefreshable(fault, document, isRejected))) {
    return `Nothing was sent and nothing was changed. Add the missing data, call POST /invoices/${id}/refresh_parties, then register again.`;
  }
  return "Nothing was sent and nothing was changed. An issued invoice can't be changed: issue a credit note or void it, then create a new invoice.";
}

/** Missing data of the parties can be added to an issued invoice, and all of it replaced after a rejection. */
function isRefreshable({ field }: Fault, document: CanonicalDocument, isRejected: boolean): boolean {
  const [party, ...path] = (field ?? "").split(".");
  if ((party !== "customer" && party !== "supplier") || path[0] === "kind") return false;
  if (isRejected) return true;
  const value = path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown>)?.[name],
    document[party],
  );
  return typeof value !== "string" || clean(value) === null;
}
