import type { Language } from "../../../contract/languages.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Threads } from "../../../platform/ops/threads.ts";
import { getInvoice } from "../../billing/invoices/service.ts";
import { findCustomerLanguage } from "../../catalog/customers/service.ts";
import type { InvoiceDocument, InvoicePrint } from "./invoice-pdf.ts";
import type { InvoiceJob } from "./invoice-pdf-job.ts";
import { createPdfCache, type PdfCache } from "./pdf-cache.ts";
import type { Receipt } from "./receipt-pdf.ts";

/** Documents are records as PDF. They are rendered on request, in a thread, and cached in memory for a while. */
export type { Receipt };

const invoiceJob = new URL("./invoice-pdf-job.ts", import.meta.url);
const receiptJob = new URL("./receipt-pdf-job.ts", import.meta.url);

// The cache belongs to the process's threads.
const cacheByThreads = new WeakMap<Threads, PdfCache>();

/** `source` is the text that determines the whole file. */
async function draw(
  threads: Threads,
  companyId: number,
  file: URL,
  input: unknown,
  source: string,
): Promise<Buffer> {
  const kept = cacheByThreads.get(threads) ?? createPdfCache();
  cacheByThreads.set(threads, kept);
  return kept(companyId, `${file.pathname} ${source}`, async () => {
    const { buffer } = await threads.run<Uint8Array<ArrayBuffer>>({ companyId, file, input });
    return Buffer.from(buffer);
  });
}

export function drawReceipt(threads: Threads, companyId: number, receipt: Receipt): Promise<Buffer> {
  return draw(threads, companyId, receiptJob, receipt, JSON.stringify(receipt));
}

export type Document = { fileName: string; pdf: Buffer };

/**
 * The current invoice as a PDF, dated by the invoice's last change, so that the file stays the same until the invoice
 * changes.
 */
export async function getInvoiceDocument(
  db: Queryable,
  threads: Threads,
  companyId: number,
  today: string,
  id: number,
  print: Pick<InvoicePrint, "isTest"> & { companyLanguage: Language },
): Promise<Document> {
  const { isTest, companyLanguage } = print;
  const json = await getInvoice(db, companyId, today, id);
  const { number, customer_id } = JSON.parse(json) as InvoiceDocument;
  const language = (await findCustomerLanguage(db, companyId, customer_id)) ?? companyLanguage;
  const input: InvoiceJob = { json, language, isTest };
  const pdf = await draw(threads, companyId, invoiceJob, input, `${language} ${isTest} ${json}`);
  return { fileName: `${number ?? `draft-${id}`}.pdf`, pdf };
}
