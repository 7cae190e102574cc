import {
  type DocumentForm,
  emptyDocument,
  fromDocument,
  toDocumentInput,
} from "../dashboard/document-form.ts";
import type { Quote } from "../dashboard/records.ts";
import type { Choice } from "../ui/combobox.tsx";

/** The fields of the quote form. */
export type QuoteForm = DocumentForm & { quoteDate: string; validUntil: string };

export const emptyQuote = (currency: string, today: string): QuoteForm => ({
  ...emptyDocument(currency),
  quoteDate: today,
  validUntil: "",
});

export const fromQuote = (quote: Quote, customer: Choice | null): QuoteForm => ({
  ...fromDocument(quote, customer),
  quoteDate: quote.quote_date,
  validUntil: quote.valid_until,
});

/** Without a customer, the id 0 is sent, which matches none: the service reports it together with all other errors. */
export const toQuoteInput = (form: QuoteForm) => ({
  ...toDocumentInput(form),
  customer_id: Number(form.customer?.value ?? 0),
  quote_date: form.quoteDate || null,
  valid_until: form.validUntil || null,
});
