import { describeRecord } from "../../../platform/db/record.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import {
  type DocumentColumns,
  documentFields,
  lineJson,
  linesJsonSql,
  type NewLine,
  type TotalsColumns,
  totalsRecordFields,
} from "../lines/service.ts";

export type QuoteColumns = TotalsColumns &
  DocumentColumns & { customer_id: number; quote_date: string; valid_until: string; currency: string };

/** A quote that is about to be stored, as a draft. */
export type NewQuote = QuoteColumns & {
  companyId: number;
  id: number;
  number: string;
  secret: string;
  source: "api" | "site";
  now: Date;
  lines: NewLine[];
};

/** The path of a quote's page, below the address of the site. */
export const quotePath = "/q/";

const nothingYet = { value: () => null } as const;

/**
 * A quote, described once; in the SQL `r` is the quote. Of `url` the database knows the path: the service adds the
 * address of the site, and finds the place because only fields of ours come before it.
 */
export const quoteRecord = describeRecord<QuoteColumns, NewQuote>("quotes", {
  company_id: { type: "int8", insert: true, shown: false, value: (quote) => quote.companyId },
  id: { type: "int8", insert: true, value: (quote) => quote.id },
  number: { type: "code", insert: true, value: (quote) => quote.number },
  status: { type: "code", insert: "'draft'", value: () => "draft" },
  url: {
    type: "code",
    read: `case when r.sent_at is not null then '${quotePath}qt_' || r.id || '_' || r.secret end`,
    ...nothingYet,
  },
  secret: { type: "code", insert: true, shown: false, value: (quote) => quote.secret },
  customer_id: { type: "int8", insert: true, patch: true, value: (content) => content.customer_id },
  quote_date: { type: "date", insert: true, patch: true, value: (content) => content.quote_date },
  valid_until: { type: "date", insert: true, patch: true, value: (content) => content.valid_until },
  currency: { type: "code", insert: true, patch: true, value: (content) => content.currency },
  ...totalsRecordFields,
  sent_at: { type: "timestamptz", ...nothingYet },
  viewed_at: { type: "timestamptz", ...nothingYet },
  accepted_by: { type: "text", ...nothingYet },
  accepted_at: { type: "timestamptz", ...nothingYet },
  declined_by: { type: "text", ...nothingYet },
  declined_at: { type: "timestamptz", ...nothingYet },
  decline_reason: { type: "text", ...nothingYet },
  sale_id: { type: "int8", ...nothingYet },
  invoice_id: { type: "int8", ...nothingYet },
  source: { type: "code", insert: true, value: (quote) => quote.source },
  ...documentFields,
  created_at: { type: "timestamptz", insert: "now", value: (quote) => quote.now },
  updated_at: { type: "timestamptz", insert: "now", value: (quote) => quote.now },
  lines: {
    type: "json",
    read: linesJsonSql("quote"),
    shown: "record",
    value: (quote) => `[${quote.lines.map(lineJson).join(",")}]`,
  },
});

/** The rows `r` as JSON text. */
export const quoteSql = (what: "record" | "entry") => jsonOf(quoteRecord.selectSql(what));
