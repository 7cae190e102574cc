import type { Choice } from "../ui/combobox.tsx";
import { emptyTexts, fromTexts, type TextsForm, toTexts } from "./document-fields.tsx";
import { emptyLine, fromRecord, type LineForm, linesToSend, toInput } from "./lines/line-form.ts";
import type { Invoice, Sale } from "./records.ts";

/** The fields that the forms of invoices and sales share. */
export type DocumentForm = TextsForm & {
  customer: Choice | null;
  currency: string;
  lines: LineForm[];
};

export const emptyDocument = (currency: string): DocumentForm => ({
  customer: null,
  currency,
  lines: [emptyLine()],
  ...emptyTexts(),
});

export const fromDocument = (record: Invoice | Sale, customer: Choice | null): DocumentForm => ({
  customer,
  currency: record.currency,
  lines: record.lines.map(fromRecord),
  ...fromTexts(record),
});

/** Everything but the customer, who is required for an invoice and optional for a sale. */
export const toDocumentInput = (form: DocumentForm) => ({
  currency: form.currency,
  lines: linesToSend(form.lines).map(toInput),
  ...toTexts(form),
});

/** What a person sees of a form: without the keys of its lines. */
export const comparableDocument = (form: DocumentForm): object => ({
  ...form,
  lines: form.lines.map(({ key: _key, ...line }) => line),
});
