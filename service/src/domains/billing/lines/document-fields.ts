import type { Field, Fields } from "../../../platform/db/record.ts";
import type { StoredAdjustment } from "./adjustment-inputs.ts";
import type { AdjustmentInput, WithholdingInput } from "./schema.ts";

/** What a document says beside its lines that changes what they add up to. */
export type DocumentTerms = {
  prices_include_tax?: boolean | null | undefined;
  discounts?: AdjustmentInput[] | null | undefined;
  charges?: AdjustmentInput[] | null | undefined;
  /** Of invoices alone. */
  withholding?: WithholdingInput | null | undefined;
};

/** The same as a record has it. */
export type StoredTerms = {
  prices_include_tax: boolean;
  discounts: StoredAdjustment[];
  charges: StoredAdjustment[];
};

/** What the buyer of an invoice withholds, as it is stored: JSON text, and decimal text. */
export type WithholdingColumns = { withholding: string | null; withholding_amount: string };

/** The totals of a document, as decimal text, and what they were computed by. Lists are JSON text; null is an empty one. */
export type TotalsColumns = {
  prices_include_tax: boolean;
  discounts: string | null;
  charges: string | null;
  subtotal: string;
  discount_total: string;
  charge_total: string;
  tax_total: string;
  total: string;
  taxes: string;
};

export const totalsRecordFields = {
  prices_include_tax: {
    type: "bool",
    insert: true,
    patch: true,
    value: (content) => content.prices_include_tax,
  },
  discounts: { type: "jsonb", none: "[]", insert: true, patch: true, value: (content) => content.discounts },
  charges: { type: "jsonb", none: "[]", insert: true, patch: true, value: (content) => content.charges },
  subtotal: { type: "numeric", insert: true, patch: true, value: (content) => content.subtotal },
  discount_total: { type: "numeric", insert: true, patch: true, value: (content) => content.discount_total },
  charge_total: { type: "numeric", insert: true, patch: true, value: (content) => content.charge_total },
  tax_total: { type: "numeric", insert: true, patch: true, value: (content) => content.tax_total },
  taxes: { type: "jsonb", insert: true, patch: true, value: (content) => content.taxes },
  total: { type: "numeric", insert: true, patch: true, value: (content) => content.total },
} as const satisfies Fields<TotalsColumns>;

export const withholdingRecordFields = {
  withholding: { type: "jsonb", insert: true, patch: true, value: (content) => content.withholding },
  withholding_amount: {
    type: "numeric",
    insert: true,
    patch: true,
    value: (content) => content.withholding_amount,
  },
} as const satisfies Fields<WithholdingColumns>;

/**
 * Texts that a company writes on a sale, a quote or an invoice. They are stored, changed, exported, compared by the check
 * of the books and erased with the customer by this list; `copied` ones go from a document to what becomes of it.
 */
const documentTexts = {
  po_number: { copied: true },
  external_id: { copied: false },
  notes: { copied: true },
} as const;

type TextName = keyof typeof documentTexts;
export const documentTextNames = Object.keys(documentTexts) as TextName[];

/** The columns of sales, quotes and invoices in which a company may name a person. */
export const erasedDocumentColumns = {
  texts: documentTextNames,
  jsons: ["metadata", "discounts", "charges"],
} as const;

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

/** What an invoice takes over from its sale, and a sale or an invoice from its quote. */
export function copiedColumns(from: DocumentColumns & StoredTerms): DocumentInput & StoredTerms {
  const copied = documentTextNames.filter((name) => documentTexts[name].copied);
  const { metadata, prices_include_tax, discounts, charges } = from;
  const texts = Object.fromEntries(copied.map((name) => [name, from[name]]));
  return { ...texts, metadata, prices_include_tax, discounts, charges };
}
