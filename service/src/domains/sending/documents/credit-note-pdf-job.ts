import {
  type CorrectedInvoice,
  type CreditNoteDocument,
  type CreditNotePrint,
  renderCreditNotePdf,
} from "./credit-note-pdf.ts";

export type CreditNoteJob = Omit<CreditNotePrint, "now"> & { json: string; invoice: CorrectedInvoice };

/** Draws a credit note, given as its JSON text, outside the main thread. */
export function run({ json, invoice, ...print }: CreditNoteJob): Promise<Buffer> {
  const note = JSON.parse(json) as CreditNoteDocument;
  return renderCreditNotePdf(note, invoice, { ...print, now: new Date(note.issued_at) });
}
