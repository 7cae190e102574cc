import type Type from "typebox";
import type { Language } from "../../../contract/languages.ts";
import { showDate } from "../../../platform/values/format.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import type { DocumentSettings } from "../document-settings/schema.ts";
import { embedXml } from "./embedded-xml.ts";
import { type ExplainedAmount, putExplanation } from "./explanation-annex.ts";
import { putFiscal, putNotes } from "./invoice-end.ts";
import { putLineItems } from "./invoice-lines.ts";
import { hasWithheld, isClaim, putSums } from "./invoice-sums.ts";
import { type Fact, putLetterhead, putParties } from "./letterhead.ts";
import { putPaymentDetails } from "./payment-details.ts";
import { closePaper, openPaper } from "./pdf.ts";
import { referencesOf } from "./references.ts";
import { documentTexts } from "./texts/texts.ts";
import { money } from "./wording.ts";

export type InvoiceDocument = Type.Static<typeof Invoice>;

/** How an invoice is printed. */
export type InvoicePrint = {
  language: Language;
  /** The service is a sandbox: nobody may take its documents for real ones. */
  isTest: boolean;
  /** The company's look and bank accounts, as they are now. */
  settings: DocumentSettings;
  /** How the amounts came about, for an annex. */
  explanation?: readonly ExplainedAmount[] | undefined;
  /** Written into the file. */
  now: Date;
};

/** The invoice as a PDF. The same invoice printed in the same way gives the same bytes. */
export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  print: InvoicePrint & { pageUrl: string | null; xml: string | null },
): Promise<Buffer> {
  const { supplier, status } = invoice;
  const { language, isTest, settings, pageUrl, xml, now } = print;
  const texts = documentTexts[language];
  const name = invoice.number ?? texts.invoice.draft(invoice.id);
  const words = [
    isTest && texts.marks.test,
    (status === "draft" || status === "void") && texts.marks[status],
  ];
  const paper = await openPaper({
    language,
    title: texts.invoice.title(name),
    author: supplier.name,
    now,
    look: settings,
    watermark: words.filter(Boolean).join(" ") || undefined,
    runningHead: { left: supplier.name, right: texts.invoice.title(name) },
  });
  putLetterhead(paper, {
    supplier,
    heading: texts.invoice.heading,
    name: invoice.number ?? texts.invoice.notIssued(name),
    mark: isMarked(status) ? { word: texts.marks[status], colour: markColours[status] } : undefined,
    test: isTest ? texts.invoice.test : undefined,
  });
  putParties(paper, invoice.customer, factsOf(invoice, language));
  await putLineItems(paper, invoice);
  await putSums(paper, invoice);
  putFiscal(paper, invoice);
  putPaymentDetails(paper, {
    pageUrl,
    isPayable: isClaim(invoice) && invoice.amount_payable > 0,
    reference: name,
    currency: invoice.currency,
    accounts: settings.bank_accounts,
  });
  putNotes(paper, invoice);
  if (print.explanation) await putExplanation(paper, print.explanation);
  if (xml !== null) embedXml(paper, settings, { kind: "invoice", number: name, xml, now });
  const foot = [supplier.name, supplier.tax_id && texts.taxId(supplier.tax_id)].filter(Boolean).join(" · ");
  return closePaper(paper, foot);
}

const markColours = { draft: "#a04a06", void: "#b3191c", paid: "#13703a" } as const;
const isMarked = (status: string): status is keyof typeof markColours => Object.hasOwn(markColours, status);

function factsOf(invoice: InvoiceDocument, language: Language): Fact[] {
  const { invoice: texts, amountDue, amountPayable } = documentTexts[language];
  const facts: Fact[] = [
    { label: texts.date, value: showDate(invoice.invoice_date, language) },
    { label: texts.dueDate, value: showDate(invoice.due_date, language) },
    { label: texts.currency, value: invoice.currency },
    ...referencesOf(invoice, language),
  ];
  if (isClaim(invoice)) {
    const value = money(invoice.amount_due, invoice.currency, language);
    facts.push({ label: amountDue, value, isStrong: true });
    if (hasWithheld(invoice)) {
      const payable = money(invoice.amount_payable, invoice.currency, language);
      facts.push({ label: amountPayable, value: payable, isStrong: true });
    }
  }
  return facts;
}
