import { type InvoiceDocument, renderInvoicePdf } from "./invoice-pdf.ts";

/** Draws an invoice, given as its JSON text, outside the main thread. */
export function run(json: string): Promise<Buffer> {
  const invoice = JSON.parse(json) as InvoiceDocument;
  // Dated by the last change, and so the same file for as long as the invoice is the same.
  return renderInvoicePdf(invoice, new Date(invoice.updated_at));
}
