import type { Queryable } from "../../foundation/database.ts";
import { getInvoice } from "../invoices/service.ts";
import { type InvoiceDocument, renderInvoicePdf } from "./invoice-pdf.ts";

/** Documents are records as people want them: on paper. They are drawn when they are asked for and kept nowhere. */
export { type Receipt, renderReceiptPdf } from "./receipt-pdf.ts";

export type Document = { fileName: string; pdf: Buffer };

/**
 * The invoice as it now is. The file is dated by the invoice's last change, and so stays the same file for as long
 * as the invoice says the same.
 */
export async function getInvoiceDocument(
  db: Queryable,
  companyId: number,
  today: string,
  id: number,
): Promise<Document> {
  const json = await getInvoice(db, companyId, today, id);
  const invoice = JSON.parse(json) as InvoiceDocument;
  const draw = () => renderInvoicePdf(invoice, new Date(invoice.updated_at));
  const pdf = await (json.length < largeFrom ? draw() : oneByOne(draw));
  return { fileName: `${invoice.number ?? `draft-${invoice.id}`}.pdf`, pdf };
}

// Characters of JSON: some six hundred lines of the usual length, or less than half of the longest invoice.
const largeFrom = 250_000;
let last: Promise<unknown> = Promise.resolve();

/** The largest fill hundreds of megabytes while they are drawn, so there is one large document at a time. */
function oneByOne<T>(draw: () => Promise<T>): Promise<T> {
  const mine = last.then(draw);
  last = mine.catch(() => {});
  return mine;
}
