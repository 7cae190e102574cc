import {
  CreatedRange,
  Currency,
  Day,
  ExternalId,
  Id,
  includes,
  MetadataFilter,
  nullable,
  optional,
  PageQuery,
  Reference,
  Search,
  sortedBy,
  Timestamp,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import {
  documentExample,
  documentInputs,
  documentOutputs,
  Line,
  LineInputs,
  lineExample,
  lineInputExample,
  totalsExample,
  totalsFields,
} from "../lines/schema.ts";

export const saleStatuses = ["open", "invoiced", "cancelled"] as const;

const fields = {
  customer_id: optional(
    Type.Integer({
      ...Reference,
      description: "Optional for a walk-in sale, but needed to invoice it.",
    }),
  ),
  currency: optional(Currency),
  lines: LineInputs,
  booking_date: optional({ ...Day, description: "Requested delivery or service date." }),
  ...documentInputs,
};

export const SaleCreate = Type.Object(fields, { title: "SaleCreate" });
export type SaleCreate = Type.Static<typeof SaleCreate>;

export const SalePatch = Type.Partial(Type.Object(fields), {
  title: "SalePatch",
  description: "Fields that are omitted stay unchanged. lines replaces all lines. null clears a field.",
});
export type SalePatch = Type.Static<typeof SalePatch>;

const saleFields = {
  id: Id,
  number: Type.String({ examples: ["SO-000012"] }),
  status: words(saleStatuses),
  customer_id: nullable(Id),
  currency: Currency,
  ...totalsFields,
  booking_date: nullable(Day),
  invoice_id: nullable(Id),
  portal_token: nullable(
    Type.String({ description: "Unguessable token of the invoice, which shows it in the embedded portal." }),
  ),
  source: words(["api", "portal", "site"]),
  ...documentOutputs,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Sale = Type.Object({ ...saleFields, lines: Type.Array(Line) }, { title: "Sale" });

export const SaleEntry = Type.Object(
  { ...saleFields, lines: Type.Optional(Type.Array(Line, { description: "With include=lines." })) },
  { title: "SaleEntry" },
);

export const SaleQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  status: Type.Optional(words(saleStatuses)),
  customer_id: Type.Optional(Id),
  currency: Type.Optional(Currency),
  external_id: Type.Optional(ExternalId),
  q: Search,
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "total"),
  include: includes("lines", "total_count"),
});

export const saleCreateExample = { customer_id: 7, currency: "NGN", lines: [lineInputExample] };

const { lines: _lines, ...entry } = {
  id: 88,
  number: "SO-000012",
  status: "open",
  customer_id: 7,
  currency: "NGN",
  ...totalsExample,
  booking_date: null as string | null,
  invoice_id: null as number | null,
  portal_token: null as string | null,
  source: "api",
  ...documentExample,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
  lines: [lineExample],
};
export const saleEntryExample = entry;
export const saleExample = { ...entry, lines: _lines };
