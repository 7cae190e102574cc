import { writeInvoice, type XmlSyntax } from "../../fiscal/xml-documents/xml-job.ts";
import { syntaxOf } from "./embedded-xml.ts";
import { type InvoiceDocument, type InvoicePrint, renderInvoicePdf } from "./invoice-pdf.ts";

export type InvoiceJob = Pick<InvoicePrint, "language" | "isTest" | "settings" | "explanation"> & {
  json: string;
  pageUrl: string | null;
};

/** Draws an invoice, given as its JSON text, outside the main thread. */
export function run({ json, ...print }: InvoiceJob): Promise<Buffer> {
  const invoice = JSON.parse(json) as InvoiceDocument;
  // Dated by the last change, and so the same file for as long as the invoice is the same.
  return renderInvoicePdf(invoice, {
    ...print,
    xml: xmlOf(invoice, json, syntaxOf(print.settings)),
    now: new Date(invoice.updated_at),
  });
}

/** A draft has no XML document, a void one must not be booked, and one without the data that EN 16931 demands has none. */
function xmlOf({ status }: InvoiceDocument, json: string, syntax: XmlSyntax): string | null {
  if (status === "draft" || status === "void") return null;
  return writeInvoice(syntax, json).xml || null;
}
