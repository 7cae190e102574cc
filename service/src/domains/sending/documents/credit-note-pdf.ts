import type Type from "typebox";
import { showDate } from "../../../platform/values/format.ts";
import type { CreditNote } from "../../billing/credit-notes/schema.ts";
import { embedXml } from "./embedded-xml.ts";
import { putExplanation } from "./explanation-annex.ts";
import { putFiscal, putNotes } from "./invoice-end.ts";
import { putLineItems } from "./invoice-lines.ts";
import type { InvoiceDocument, InvoicePrint } from "./invoice-pdf.ts";
import { putOwnSums } from "./invoice-sums.ts";
import { type Fact, putLetterhead, putParties } from "./letterhead.ts";
import { putProofPage } from "./payment-details.ts";
import { closePaper, openPaper } from "./pdf.ts";
import { type References, referencesOf } from "./references.ts";
import { documentTexts } from "./texts/texts.ts";

export type CreditNoteDocument = Type.Static<typeof CreditNote>;

/** What a credit note shows of the invoice that it corrects. */
export type CorrectedInvoice = References &
  Pick<InvoiceDocument, "number" | "invoice_date" | "supplier" | "customer">;

export type CreditNotePrint = InvoicePrint & {
  /** The date of issue, where the company is. */
  date: string;
  /** Where anybody can verify the file. */
  proofUrl: string;
  /** The same for programs, where there is one. */
  xml?: string | null;
};

/** The credit note as a PDF, with the parties as its invoice has them. */
export async function renderCreditNotePdf(
  note: CreditNoteDocument,
  invoice: CorrectedInvoice,
  print: CreditNotePrint,
): Promise<Buffer> {
  const { language, isTest, settings, now } = print;
  const { supplier } = invoice;
  const texts = documentTexts[language];
  const title = texts.creditNote.title(note.number);
  const paper = await openPaper({
    language,
    title,
    author: supplier.name,
    now,
    look: settings,
    watermark: isTest ? texts.marks.test : undefined,
    runningHead: { left: supplier.name, right: title },
  });
  putLetterhead(paper, {
    supplier,
    heading: texts.creditNote.heading,
    name: note.number,
    test: isTest ? texts.creditNote.test : undefined,
  });
  putParties(paper, invoice.customer, factsOf(note, invoice, print));
  await putLineItems(paper, note);
  await putOwnSums(paper, note);
  putFiscal(paper, note);
  putProofPage(paper, { url: print.proofUrl, title: texts.creditNote.proof, code: texts.proofCode });
  putNotes(paper, { notes: note.reason }, texts.creditNote.reason);
  if (print.explanation) await putExplanation(paper, print.explanation);
  const { xml } = print;
  if (xml) embedXml(paper, settings, { kind: "creditNote", number: note.number, xml, now });
  const foot = [supplier.name, supplier.tax_id && texts.taxId(supplier.tax_id)].filter(Boolean).join(" · ");
  return closePaper(paper, foot);
}

function factsOf(
  note: CreditNoteDocument,
  invoice: CorrectedInvoice,
  { language, date }: CreditNotePrint,
): Fact[] {
  const { creditNote: texts, invoice: invoiceTexts } = documentTexts[language];
  return [
    { label: texts.date, value: showDate(date, language) },
    { label: texts.invoice, value: invoice.number!, isStrong: true },
    { label: invoiceTexts.date, value: showDate(invoice.invoice_date, language) },
    { label: invoiceTexts.currency, value: note.currency },
    ...referencesOf(invoice, language),
  ];
}
