import type { Choice } from "../ui/combobox.tsx";
import { emptyTexts, fromTexts, type TextsForm, toTexts } from "./document-fields.tsx";
import { type AdjustmentForm, fromLists, toLists } from "./lines/adjustment-form.ts";
import { emptyLine, fromRecord, type LineForm, linesToSend, toInput } from "./lines/line-form.ts";
import type { Invoice, Quote, RecurringInvoice, Sale } from "./records.ts";

/** The fields that the forms of invoices, sales, quotes and recurring invoices share. */
export type DocumentForm = TextsForm & {
  customer: Choice | null;
  currency: string;
  lines: LineForm[];
  /** On the whole document; null as long as nobody touched them: the customer's default applies. */
  adjustments: AdjustmentForm[] | null;
  /** Null as long as nobody chose: the company's setting applies. */
  pricesIncludeTax: boolean | null;
};

export const emptyDocument = (currency: string): DocumentForm => ({
  customer: null,
  currency,
  lines: [emptyLine()],
  adjustments: null,
  pricesIncludeTax: null,
  ...emptyTexts(),
});

export const fromDocument = (
  record: Invoice | Sale | Quote | RecurringInvoice,
  customer: Choice | null,
): DocumentForm => ({
  customer,
  currency: record.currency,
  lines: record.lines.map(fromRecord),
  adjustments: fromLists(record),
  pricesIncludeTax: record.prices_include_tax,
  ...fromTexts(record),
});

/** Everything but the customer, who is required for an invoice and optional for a sale. */
export const toDocumentInput = (form: DocumentForm) => ({
  currency: form.currency,
  lines: linesToSend(form.lines).map(toInput),
  ...(form.adjustments && toLists(form.adjustments)),
  ...(form.pricesIncludeTax !== null && { prices_include_tax: form.pricesIncludeTax }),
  ...toTexts(form),
});

/** What a person sees of a form: without the keys of its lines. */
export const comparableDocument = (form: DocumentForm): object => ({
  ...form,
  lines: form.lines.map(({ key: _key, ...line }) => ({
    ...line,
    adjustments: withoutKeys(line.adjustments ?? []),
  })),
  adjustments: form.adjustments && withoutKeys(form.adjustments),
});

const withoutKeys = (rows: readonly AdjustmentForm[]) => rows.map(({ key: _key, ...row }) => row);
