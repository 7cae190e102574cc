import type { Company } from "../../../contract/access.ts";
import { partWhere } from "../../../platform/db/list-paths.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { QuoteQuery, quoteStatuses as statuses } from "../../billing/quotes/schema.ts";
import { namedQuotesPath, quoteListing, quoteSearch } from "../../billing/quotes/service.ts";
import type { TableListing } from "./listing.ts";
import { currencyFilter, customerFilter, listOf, severalOf, tableQuery } from "./query.ts";

const { created_from, created_to } = QuoteQuery.properties;

export const QuoteTableQuery = Type.Object({
  ...tableQuery,
  ...currencyFilter,
  ...customerFilter,
  created_from,
  created_to,
  status: severalOf(statuses),
});
export type QuoteTableQuery = Type.Static<typeof QuoteTableQuery>;

export const QuoteRow = Type.Object(
  {
    id: Id,
    number: Type.String(),
    status: words(statuses),
    customer_id: Id,
    customer_name: Type.String(),
    currency: Currency,
    total: Amount,
    quote_date: Day,
    valid_until: Day,
    source: words(["api", "site"]),
    sale_id: nullable(Id),
    sale_number: nullable(Type.String()),
    invoice_id: nullable(Id),
    invoice_number: nullable(Type.String({ description: "Null while the invoice is a draft." })),
    created_at: Timestamp,
  },
  { title: "QuoteRow" },
);

export const quoteRowExample = {
  id: 21,
  number: "QUO-000001",
  status: "invoiced",
  customer_id: 7,
  customer_name: "Acme Trading Ltd",
  currency: "NGN",
  total: 145125,
  quote_date: "2026-11-15",
  valid_until: "2026-12-15",
  source: "api",
  sale_id: null,
  sale_number: null,
  invoice_id: 1042,
  invoice_number: "INV-000001",
  created_at: "2026-11-15T09:30:00.000Z",
};

export const quoteTable: TableListing = {
  name: "quotes",
  table: "quotes",
  filters: {
    q: quoteListing.filters.q!,
    ids: (value) => `r.id = any(${value}::int8[])`,
    customer_id: quoteListing.filters.customer_id!,
    statuses: (value) => `r.status = any(${value}::text[])`,
    currency: quoteListing.filters.currency!,
    created_from: quoteListing.filters.created_from!,
    created_to: quoteListing.filters.created_to!,
  },
  paths: [
    { filters: ["ids"] },
    namedQuotesPath,
    { filters: ["customer_id"] },
    {
      filters: ["statuses"],
      parts: statuses.map((status) =>
        partWhere(
          "quotes",
          (of) => `r.status = '${status}' and '${status}' = any(${of("statuses")}::text[])`,
        ),
      ),
    },
    { filters: ["currency"] },
  ],
  fields: `r.id, r.number, r.status, r.customer_id, c.name as customer_name, r.currency, r.total, r.quote_date,
    r.valid_until, r.source, r.sale_id, s.number as sale_number, r.invoice_id, i.number as invoice_number, ${isoSql("r.created_at")} as created_at`,
  joins: `join customers c on c.company_id = r.company_id and c.id = r.customer_id
    left join sales s on s.company_id = r.company_id and s.id = r.sale_id
    left join invoices i on i.company_id = r.company_id and i.id = r.invoice_id`,
  exported: (page) => quoteListing.render(page, false),
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    customer: { sql: "left(lower(c.name), 60)", type: "text" },
    valid_until: { sql: "r.valid_until", type: "date" },
    total: { sql: "r.total", type: "numeric" },
  },
  indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
  tabs: Object.fromEntries(statuses.map((status) => [status, `r.status = '${status}'`])),
  tabFilters: ["statuses"],
  totals: (rows) =>
    `select r.currency, count(*) as count, sum(r.total) as total from ${rows} r group by r.currency`,
};

export function quoteFilters(company: Company, _today: string, query: QuoteTableQuery) {
  const { q, customer_id, currency } = query;
  return {
    q: q === undefined ? undefined : quoteSearch(q),
    customer_id,
    statuses: listOf(query.status),
    currency,
    ...createdRange(company.timeZone, query),
  };
}
