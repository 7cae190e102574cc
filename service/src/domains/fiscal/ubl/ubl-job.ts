import {
  type CanonicalDocument,
  canonicalCreditNote,
  canonicalInvoice,
  type IssuedCreditNote,
  type IssuedInvoice,
} from "../canonical/canonical.ts";
import { type Violation, violations } from "./rules.ts";
import { ublOf } from "./writer.ts";

/** Writes a document as UBL; one with hundreds of lines is written outside the main thread. */
export type UblInput = { kind: "invoice"; json: string } | { kind: "document"; document: CanonicalDocument };

/** A draft has no number and is not written; neither is a document that violates a rule. */
export type UblResult = { number: string | null; broken: readonly Violation[]; xml: string };

export function run(input: UblInput): UblResult {
  return input.kind === "invoice" ? writeInvoice(input.json) : writeDocument(input.document);
}

export function writeInvoice(json: string): UblResult {
  const invoice = JSON.parse(json) as IssuedInvoice & { number: string | null };
  if (invoice.number === null) return { number: null, broken: [], xml: "" };
  return writeDocument(canonicalInvoice(invoice));
}

/** `date` is the day of its issue, where the company is. */
export function writeCreditNote(json: string, invoiceJson: string, date: string): UblResult {
  const invoice = JSON.parse(invoiceJson) as IssuedInvoice & { irn: string | null };
  return writeDocument(canonicalCreditNote(JSON.parse(json) as IssuedCreditNote, date, invoice));
}

export function writeDocument(document: CanonicalDocument): UblResult {
  const broken = violations(document);
  return { number: document.number, broken, xml: broken.length > 0 ? "" : ublOf(document) };
}
