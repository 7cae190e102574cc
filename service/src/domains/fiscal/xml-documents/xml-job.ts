import {
  type CanonicalDocument,
  canonicalCreditNote,
  canonicalInvoice,
  type IssuedCreditNote,
  type IssuedInvoice,
} from "../canonical/canonical.ts";
import { ciiOf } from "../cii/writer.ts";
import { type Violation, violations } from "../ubl/rules.ts";
import { ublOf } from "../ubl/writer.ts";

/** The two syntaxes that EN 16931 has for one and the same document. */
export type XmlSyntax = "ubl" | "cii";

/** Writes a document as XML; one with hundreds of lines is written outside the main thread. */
export type XmlInput = { syntax: XmlSyntax } & (
  | { kind: "invoice"; json: string }
  | { kind: "document"; document: CanonicalDocument }
);

/** A draft has no number and is not written; neither is a document that violates a rule. */
export type XmlResult = { number: string | null; broken: readonly Violation[]; xml: string };

export function run(input: XmlInput): XmlResult {
  return input.kind === "invoice"
    ? writeInvoice(input.syntax, input.json)
    : writeDocument(input.syntax, input.document);
}

export function writeInvoice(syntax: XmlSyntax, json: string): XmlResult {
  const invoice = JSON.parse(json) as IssuedInvoice & { number: string | null };
  if (invoice.number === null) return { number: null, broken: [], xml: "" };
  return writeDocument(syntax, canonicalInvoice(invoice));
}

/** `date` is the day of its issue, where the company is. */
export function writeCreditNote(
  syntax: XmlSyntax,
  json: string,
  invoiceJson: string,
  date: string,
): XmlResult {
  const invoice = JSON.parse(invoiceJson) as IssuedInvoice & { irn: string | null };
  const creditNote = JSON.parse(json) as IssuedCreditNote;
  return writeDocument(syntax, canonicalCreditNote(creditNote, date, invoice));
}

const writers = { ubl: ublOf, cii: ciiOf } as const;

export function writeDocument(syntax: XmlSyntax, document: CanonicalDocument): XmlResult {
  const broken = violations(document);
  return { number: document.number, broken, xml: broken.length > 0 ? "" : writers[syntax](document) };
}
