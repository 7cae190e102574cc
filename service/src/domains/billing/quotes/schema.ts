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
  text,
  wording,
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
import { quoteStatuses } from "./status.ts";

export { quoteStatuses };

/** How many days a quote is valid if nothing else is said. */
export const validDays = 30;

export const answererMax = 200;
export const declineReasonMax = 1000;

const fields = {
  customer_id: Type.Integer({ ...Reference, description: "A customer of this company.", examples: [7] }),
  quote_date: optional({ ...Day, description: "Default: today in the company's time zone." }),
  valid_until: optional({
    ...Day,
    description: `The last day on which it can be accepted. Default: ${validDays} days after quote_date.`,
  }),
  currency: optional({ ...Currency, description: "ISO 4217; default: the company's currency." }),
  lines: LineInputs,
  ...documentInputs,
};

export const QuoteCreate = Type.Object(fields, { title: "QuoteCreate" });
export type QuoteCreate = Type.Static<typeof QuoteCreate>;

export const QuotePatch = Type.Partial(Type.Object(fields), {
  title: "QuotePatch",
  description: "Fields that are omitted stay unchanged. lines replaces all lines. null restores the default.",
});
export type QuotePatch = Type.Static<typeof QuotePatch>;

/** What opening a quote takes; the request that does it also says whom to mail it to. */
export const quoteSendFields = {
  valid_until: optional({
    ...Day,
    description: "Replaces the quote's own; an expired quote needs one that is not in the past.",
  }),
};

export const QuoteAccept = Type.Object(
  { accepted_by: optional(wording(answererMax, { description: "Who accepted it.", examples: ["Ada Obi"] })) },
  { title: "QuoteAccept" },
);
export type QuoteAccept = Type.Static<typeof QuoteAccept>;

export const QuoteDecline = Type.Object(
  {
    declined_by: optional(wording(answererMax, { description: "Who declined it.", examples: ["Ada Obi"] })),
    reason: optional(text(declineReasonMax, { examples: ["We have postponed the project."] })),
  },
  { title: "QuoteDecline" },
);
export type QuoteDecline = Type.Static<typeof QuoteDecline>;

const quoteFields = {
  id: Id,
  number: Type.String({ examples: ["QUO-000031"] }),
  status: words(quoteStatuses),
  url: nullable(
    Type.String({
      description:
        "The page where the buyer sees the quote and accepts or declines it; null until it is sent. Anyone who has this address can answer, so give it only to the buyer.",
    }),
  ),
  customer_id: Id,
  quote_date: Day,
  valid_until: Day,
  currency: Currency,
  ...totalsFields,
  sent_at: nullable(Timestamp),
  viewed_at: nullable({ ...Timestamp, description: "When somebody first opened the buyer’s page." }),
  accepted_by: nullable(Type.String()),
  accepted_at: nullable(Timestamp),
  declined_by: nullable(Type.String()),
  declined_at: nullable(Timestamp),
  decline_reason: nullable(Type.String()),
  sale_id: nullable(Id),
  invoice_id: nullable(Id),
  source: words(["api", "site"]),
  ...documentOutputs,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Quote = Type.Object({ ...quoteFields, lines: Type.Array(Line) }, { title: "Quote" });

export const QuoteEntry = Type.Object(
  { ...quoteFields, lines: Type.Optional(Type.Array(Line, { description: "With include=lines." })) },
  { title: "QuoteEntry" },
);

export const QuoteQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  status: Type.Optional(words(quoteStatuses)),
  customer_id: Type.Optional(Id),
  currency: Type.Optional(Currency),
  external_id: Type.Optional(ExternalId),
  q: Search,
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "quote_date", "valid_until", "total"),
  include: includes("lines", "total_count"),
});

export const quoteCreateExample = {
  customer_id: 7,
  currency: "NGN",
  valid_until: "2026-12-31",
  lines: [lineInputExample],
};

const { lines: _lines, ...entry } = {
  id: 31,
  number: "QUO-000031",
  status: "draft",
  url: null as string | null,
  customer_id: 7,
  quote_date: "2026-11-15",
  valid_until: "2026-12-31",
  currency: "NGN",
  ...totalsExample,
  sent_at: null as string | null,
  viewed_at: null as string | null,
  accepted_by: null as string | null,
  accepted_at: null as string | null,
  declined_by: null as string | null,
  declined_at: null as string | null,
  decline_reason: null as string | null,
  sale_id: null as number | null,
  invoice_id: null as number | null,
  source: "api",
  ...documentExample,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
  lines: [lineExample],
};
export const quoteEntryExample = entry;
export const quoteExample = { ...entry, lines: _lines };
export const sentQuoteExample = {
  ...quoteExample,
  status: "sent",
  url: "https://pay.example/q/qt_31_Jd93kfPq0sLx7Rb2VcTg5w",
  sent_at: "2026-11-15T09:31:00.000Z",
};
