import { isoSql } from "../../../platform/db/sql.ts";
import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { joinInvoiceOf } from "../../billing/invoices/fragments.ts";
import { quoteStatuses as statuses } from "../../billing/quotes/schema.ts";
import { namedQuotesPath, quoteListing, quoteSearch } from "../../billing/quotes/service.ts";
import { joinSaleOf } from "../../billing/sales/fragments.ts";
import { joinCustomerSql } from "../../catalog/customers/fragments.ts";
import { documentFilters, documentQuery, documentTable, documentTotals } from "./documents.ts";
import type { TableListing } from "./listing.ts";
import { currencyFilter } from "./query.ts";

export const QuoteTableQuery = Type.Object({ ...documentQuery(statuses), ...currencyFilter });
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
  ...documentTable({ listing: quoteListing, statuses, namedPath: namedQuotesPath }),
  fields: `r.id, r.number, r.status, r.customer_id, c.name as customer_name, r.currency, r.total, r.quote_date,
    r.valid_until, r.source, r.sale_id, s.number as sale_number, r.invoice_id, i.number as invoice_number, ${isoSql("r.created_at")} as created_at`,
  joins: `${joinCustomerSql} left ${joinSaleOf("r", "s")} left ${joinInvoiceOf("r")}`,
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    customer: { sql: "left(lower(c.name), 60)", type: "text" },
    valid_until: { sql: "r.valid_until", type: "date" },
    total: { sql: "r.total", type: "numeric" },
  },
  totals: documentTotals,
};

export const quoteFilters = documentFilters(quoteSearch);
