import type Type from "typebox";
import type { Language } from "../../../contract/languages.ts";
import { showDate } from "../../../platform/values/format.ts";
import type { Quote } from "../../billing/quotes/schema.ts";
import { putNotes } from "./invoice-end.ts";
import { putLineItems } from "./invoice-lines.ts";
import type { InvoicePrint } from "./invoice-pdf.ts";
import { putOwnSums } from "./invoice-sums.ts";
import { type Fact, putLetterhead, putParties } from "./letterhead.ts";
import { putPaymentDetails } from "./payment-details.ts";
import { closePaper, openPaper } from "./pdf.ts";
import { referencesOf } from "./references.ts";
import { documentTexts } from "./texts/texts.ts";
import type { Party } from "./wording.ts";

export type QuoteDocument = Type.Static<typeof Quote>;

export type QuoteParties = { supplier: Party; customer: Party };

const markColours = { accepted: "#13703a", declined: "#b3191c", expired: "#a04a06" } as const;
const isMarked = (status: string): status is keyof typeof markColours => Object.hasOwn(markColours, status);

/** The quote as a PDF, with company and customer as they are now. */
export async function renderQuotePdf(
  quote: QuoteDocument,
  { supplier, customer }: QuoteParties,
  { language, isTest, settings, now }: InvoicePrint,
): Promise<Buffer> {
  const texts = documentTexts[language];
  const title = texts.quote.title(quote.number);
  const words = [isTest && texts.marks.test, quote.status === "draft" && texts.marks.draft];
  const paper = await openPaper({
    language,
    title,
    author: supplier.name,
    now,
    look: settings,
    watermark: words.filter(Boolean).join(" ") || undefined,
    runningHead: { left: supplier.name, right: title },
  });
  const { status } = quote;
  putLetterhead(paper, {
    supplier,
    heading: texts.quote.heading,
    name: quote.number,
    mark: isMarked(status) ? { word: texts.quote.marks[status], colour: markColours[status] } : undefined,
    test: isTest ? texts.quote.test : undefined,
  });
  putParties(paper, customer, factsOf(quote, language), texts.quote.preparedFor);
  await putLineItems(paper, quote);
  await putOwnSums(paper, quote);
  putPaymentDetails(paper, {
    pageUrl: null,
    isPayable: status !== "declined" && status !== "expired",
    reference: quote.number,
    currency: quote.currency,
    accounts: settings.bank_accounts,
  });
  putNotes(paper, quote);
  const foot = [supplier.name, supplier.tax_id && texts.taxId(supplier.tax_id)].filter(Boolean).join(" · ");
  return closePaper(paper, foot);
}

function factsOf(quote: QuoteDocument, language: Language): Fact[] {
  const { quote: texts, invoice: invoiceTexts } = documentTexts[language];
  const facts: Fact[] = [
    { label: texts.date, value: showDate(quote.quote_date, language) },
    { label: texts.validUntil, value: showDate(quote.valid_until, language), isStrong: true },
    { label: invoiceTexts.currency, value: quote.currency },
    ...referencesOf(quote, language),
  ];
  if (quote.accepted_by) facts.push({ label: texts.acceptedBy, value: quote.accepted_by });
  return facts;
}
