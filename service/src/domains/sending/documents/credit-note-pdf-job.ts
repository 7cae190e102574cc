import { writeCreditNote } from "../../fiscal/xml-documents/xml-job.ts";
import { type CreditNoteDocument, type CreditNotePrint, renderCreditNotePdf } from "./credit-note-pdf.ts";
import { syntaxOf } from "./embedded-xml.ts";
import type { InvoiceDocument } from "./invoice-pdf.ts";

export type CreditNoteJob = Omit<CreditNotePrint, "now" | "xml"> & {
  json: string;
  /** The invoice that it corrects, as JSON text too. */
  invoiceJson: string;
};

/** Draws a credit note, given as its JSON text, outside the main thread. */
export function run({ json, invoiceJson, ...print }: CreditNoteJob): Promise<Buffer> {
  const note = JSON.parse(json) as CreditNoteDocument;
  const invoice = JSON.parse(invoiceJson) as InvoiceDocument;
  // Voiding an invoice takes back its credit notes, which must not be booked then.
  const write = () => writeCreditNote(syntaxOf(print.settings), json, invoiceJson, print.date).xml || null;
  const xml = invoice.status === "void" ? null : write();
  return renderCreditNotePdf(note, invoice, { ...print, xml, now: new Date(note.issued_at) });
}
