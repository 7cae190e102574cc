import type { Queryable } from "../../foundation/database.ts";
import { unavailable } from "../../foundation/errors.ts";
import { getInvoice } from "../invoices/service.ts";
import type { InvoiceDocument } from "./invoice-pdf.ts";
import type { Receipt } from "./receipt-pdf.ts";

/** Documents are records as PDF. They are drawn on request and not stored. */
export type { Receipt };

// The PDF code takes some twenty megabytes, so it is loaded when the first document is wanted.

export async function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  return (await import("./receipt-pdf.ts")).renderReceiptPdf(receipt);
}

export type Document = { fileName: string; pdf: Buffer };

/**
 * The invoice as it is now. The file is dated by the invoice's last change, and so stays the same file for as long as
 * the invoice does.
 */
export async function getInvoiceDocument(
  db: Queryable,
  companyId: number,
  today: string,
  id: number,
): Promise<Document> {
  const json = await getInvoice(db, companyId, today, id);
  const invoice = JSON.parse(json) as InvoiceDocument;
  const { renderInvoicePdf } = await import("./invoice-pdf.ts");
  const draw = () => renderInvoicePdf(invoice, new Date(invoice.updated_at));
  const pdf = await (json.length < largeFrom ? draw() : oneByOne(draw));
  return { fileName: `${invoice.number ?? `draft-${invoice.id}`}.pdf`, pdf };
}

// Characters of JSON: some six hundred lines of the usual length, or less than half of the longest invoice.
const largeFrom = 250_000;
const waitingMax = 10;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

export const documentsBusy = () =>
  unavailable("documents_busy", "Too many large documents are being drawn. Try again in a moment.", 5);

/** The largest documents take hundreds of megabytes while they are drawn, so large ones are drawn one at a time. */
function oneByOne<T>(draw: () => Promise<T>): Promise<T> {
  if (waiting >= waitingMax) throw documentsBusy();
  waiting += 1;
  const mine = last.then(draw).finally(() => {
    waiting -= 1;
  });
  last = mine.catch(() => {});
  return mine;
}
