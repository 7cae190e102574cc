import type { Field, Fields } from "../../../platform/db/record.ts";

/** The totals of a document, as decimal text; `taxes` is JSON text. */
export type TotalsColumns = { subtotal: string; tax_total: string; total: string; taxes: string };

export const totalsRecordFields = {
  subtotal: { type: "numeric", insert: true, patch: true, value: (content) => content.subtotal },
  tax_total: { type: "numeric", insert: true, patch: true, value: (content) => content.tax_total },
  taxes: { type: "jsonb", insert: true, patch: true, value: (content) => content.taxes },
  total: { type: "numeric", insert: true, patch: true, value: (content) => content.total },
} as const satisfies Fields<TotalsColumns>;

/** Texts that a company writes on a sale or an invoice; `copied` ones go from a sale to its invoice. */
const documentTexts = {
  po_number: { copied: true },
  external_id: { copied: false },
  notes: { copied: true },
} as const;

type TextName = keyof typeof documentTexts;
export const documentTextNames = Object.keys(documentTexts) as TextName[];

/** What sales and invoices hold beside their parties, dates and lines. */
export type DocumentColumns = Record<TextName, string | null> & { metadata: Record<string, unknown> };

type DocumentInput = { [name in TextName]?: string | null } & { metadata?: Record<string, unknown> | null };

const textField = (name: TextName) =>
  [
    name,
    { type: "text", insert: true, patch: true, value: (content: DocumentColumns) => content[name] },
  ] as const;

/** The part of the descriptors of sales and invoices that is the same in both. */
export const documentFields: Record<TextName | "metadata", Field<DocumentColumns, DocumentColumns>> = {
  ...(Object.fromEntries(documentTextNames.map(textField)) as Record<
    TextName,
    ReturnType<typeof textField>[1]
  >),
  metadata: { type: "jsonb", insert: true, patch: true, value: (content) => content.metadata },
};

/** The columns for a request body: a text that is missing is null. */
export function documentColumns(input: DocumentInput): DocumentColumns {
  const texts = documentTextNames.map((name) => [name, input[name] ?? null] as const);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string | null>),
    metadata: input.metadata ?? {},
  };
}

/** What an invoice takes over from its sale. */
export function copiedColumns(sale: DocumentColumns): DocumentInput {
  const copied = documentTextNames.filter((name) => documentTexts[name].copied);
  return { ...Object.fromEntries(copied.map((name) => [name, sale[name]])), metadata: sale.metadata };
}
