import type { InvoicePrint } from "./invoice-pdf.ts";
import { type QuoteDocument, type QuoteParties, renderQuotePdf } from "./quote-pdf.ts";

export type QuoteJob = Pick<InvoicePrint, "language" | "isTest" | "settings"> & {
  json: string;
  parties: QuoteParties;
};

/** Draws a quote, given as its JSON text, outside the main thread. */
export function run({ json, parties, ...print }: QuoteJob): Promise<Buffer> {
  const quote = JSON.parse(json) as QuoteDocument;
  return renderQuotePdf(quote, parties, { ...print, now: new Date(quote.updated_at) });
}
