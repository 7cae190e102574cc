/**
 * The texts that a company writes on a sale or an invoice, by their names in the API: the editors and pages of both show
 * them in this order. `word` names the field inside a sentence.
 */
export const documentTexts = {
  po_number: {
    label: "Purchase order",
    word: "purchase order",
    hint: "Printed on the invoice.",
    maxLength: 50,
    isPrinted: true,
  },
  external_id: {
    label: "Your reference",
    word: "your reference",
    hint: "For your own systems. Not printed.",
    maxLength: 200,
  },
  notes: {
    label: "Notes",
    word: "notes",
    hint: "Printed on the invoice.",
    maxLength: 5000,
    isPrinted: true,
    isLong: true,
  },
} as const satisfies Record<string, DocumentText>;

export type DocumentText = {
  label: string;
  word: string;
  hint?: string;
  maxLength: number;
  /** The buyer sees it on the document. */
  isPrinted?: true;
  /** Several lines of text, shown below the facts. */
  isLong?: true;
};
