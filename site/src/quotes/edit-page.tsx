import { checkDocument } from "../dashboard/document-checks.ts";
import type { FieldsProps } from "../dashboard/documents/checked-editor.tsx";
import {
  DocumentCreatePage,
  DocumentEditPage,
  type DocumentKind,
} from "../dashboard/documents/edit-pages.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import type { Quote } from "../dashboard/records.ts";
import { texts as editorTexts } from "../texts/editor.ts";
import { texts as quoteTexts } from "../texts/quotes.ts";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { emptyQuote, fromQuote, type QuoteForm, toQuoteInput } from "./quote-form.ts";

const texts = editorTexts.quote;

const quotes: DocumentKind<QuoteForm, Quote> = {
  member: "quote",
  path: "/quotes",
  scope: "sales:write",
  feature: "catalog",
  noun: quoteTexts.quote,
  nameOf: ({ number }) => number,
  list: { to: "/app/quotes", label: quoteTexts.title },
  page: (id) => ({ to: "/app/quotes/$id", params: { id: String(id) } }),
  texts,
  customer: { label: texts.customer },
  details: Details,
  empty: ({ currency, today }) => emptyQuote(currency, today),
  fromRecord: fromQuote,
  toInput: toQuoteInput,
  check: (form) => {
    const dates = { quote_date: form.quoteDate, valid_until: form.validUntil };
    return checkDocument(form, { needsCustomer: true, dates });
  },
};

export const QuoteCreatePage = () => <DocumentCreatePage kind={quotes} />;
export const QuoteEditPage = () => <DocumentEditPage kind={quotes} />;

function Details({ form, errors, set }: FieldsProps<QuoteForm>) {
  return (
    <>
      <Field label={texts.date} error={errors.quote_date} className="sm:col-span-2">
        <DateInput value={form.quoteDate} onChange={set("quoteDate")} />
      </Field>
      <Field label={texts.validUntil} optional error={errors.valid_until} className="sm:col-span-2">
        <DateInput value={form.validUntil} onChange={set("validUntil")} placeholder={texts.validUntilEmpty} />
      </Field>
      <Field label={texts.currency} error={errors.currency} className="sm:col-span-2">
        <CurrencySelect value={form.currency} onChange={set("currency")} />
      </Field>
    </>
  );
}
