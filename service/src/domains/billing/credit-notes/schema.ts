import {
  Amount,
  CreatedRange,
  Currency,
  decimal,
  Id,
  includes,
  Metadata,
  MetadataFilter,
  nullable,
  optional,
  PageQuery,
  Reference,
  sortedBy,
  Timestamp,
  text,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import {
  accountingExample,
  accountingOutputs,
  fiscalFields,
  fiscalFieldsExample,
} from "../invoices/schema.ts";
import {
  adjustmentInputs,
  Line,
  LineInputs,
  lineExample,
  lineInputExample,
  totalsExample,
  totalsFields,
} from "../lines/schema.ts";

export const CreditNoteCreate = Type.Object(
  {
    lines: optional({
      ...LineInputs,
      description: "What to credit. Default: the whole invoice, if nothing has been credited yet.",
    }),
    ...adjustmentInputs("the sum of the lines", "none; without lines, those of the invoice"),
    reason: optional(text(500)),
    metadata: optional(Metadata),
  },
  { title: "CreditNoteCreate" },
);
export type CreditNoteCreate = Type.Static<typeof CreditNoteCreate>;

export const CreditApplicationCreate = Type.Object(
  {
    invoice_id: Type.Integer({
      ...Reference,
      description: "Another issued invoice of the same customer, in the same currency.",
      examples: [1043],
    }),
    amount: optional(
      decimal({ fraction: 6, above: 0 }, { description: "Default: as much as is left and due." }),
    ),
  },
  { title: "CreditApplicationCreate" },
);
export type CreditApplicationCreate = Type.Static<typeof CreditApplicationCreate>;

const CreditApplication = Type.Object(
  { invoice_id: Id, amount: Amount, created_at: Timestamp },
  { title: "CreditApplication" },
);

const fields = {
  id: Id,
  number: Type.String({ examples: ["CN-000001"] }),
  invoice_id: Id,
  currency: Currency,
  ...totalsFields,
  ...accountingOutputs,
  reason: nullable(Type.String()),
  metadata: Metadata,
  amount_applied: { ...Amount, description: "Credit that was applied to other invoices." },
  applications: Type.Array(CreditApplication, { description: "The other invoices, in the order of time." }),
  ...fiscalFields,
  issued_at: Timestamp,
  sent_at: nullable({ ...Timestamp, description: "When it was last sent to the buyer by mail." }),
  created_at: Timestamp,
};

export const CreditNote = Type.Object(
  {
    ...fields,
    lines: Type.Array(Line),
  },
  { title: "CreditNote" },
);

export const CreditNoteEntry = Type.Object(
  { ...fields, lines: Type.Optional(Type.Array(Line, { description: "With include=lines." })) },
  { title: "CreditNoteEntry" },
);

export const CreditNoteQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  invoice_id: Type.Optional(Id),
  fiscal_status: Type.Optional(fiscalFields.fiscal_status),
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "total"),
  include: includes("lines", "total_count"),
});
export type CreditNoteQuery = Type.Static<typeof CreditNoteQuery>;

export const creditNoteCreateExample = {
  lines: [{ ...lineInputExample, quantity: 1 }],
  reason: "One hour too many",
};

export const creditNoteEntryExample = {
  id: 21,
  number: "CN-000001",
  invoice_id: 1042,
  currency: "NGN",
  ...totalsExample,
  ...accountingExample,
  reason: "Cancelled order",
  metadata: {},
  amount_applied: 0,
  applications: [],
  ...fiscalFieldsExample,
  issued_at: "2026-11-20T08:00:00.000Z",
  sent_at: null,
  created_at: "2026-11-20T08:00:00.000Z",
};

export const creditNoteExample = { ...creditNoteEntryExample, lines: [lineExample] };

export const appliedCreditNoteExample = {
  ...creditNoteExample,
  amount_applied: 45125,
  applications: [{ invoice_id: 1043, amount: 45125, created_at: "2026-11-21T08:00:00.000Z" }],
};
