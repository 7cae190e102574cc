import type { Company } from "../../../contract/access.ts";
import { partWhere } from "../../../platform/db/list-paths.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { SaleQuery } from "../../billing/sales/schema.ts";
import { namedSalesPath, saleListing, saleSearch } from "../../billing/sales/service.ts";
import type { TableListing } from "./listing.ts";
import { currencyFilter, customerFilter, listOf, severalOf, tableQuery } from "./query.ts";

const statuses = ["open", "invoiced", "cancelled"] as const;
const { created_from, created_to } = SaleQuery.properties;

export const SaleTableQuery = Type.Object({
  ...tableQuery,
  ...currencyFilter,
  ...customerFilter,
  created_from,
  created_to,
  status: severalOf(statuses),
});
export type SaleTableQuery = Type.Static<typeof SaleTableQuery>;

export const SaleRow = Type.Object(
  {
    id: Id,
    number: Type.String(),
    status: words(statuses),
    customer_id: nullable(Id),
    customer_name: nullable(Type.String()),
    currency: Currency,
    total: Amount,
    booking_date: nullable(Day),
    source: words(["api", "portal", "site"]),
    invoice_id: nullable(Id),
    invoice_number: nullable(Type.String({ description: "Null while the invoice is a draft." })),
    created_at: Timestamp,
  },
  { title: "SaleRow" },
);

export const saleRowExample = {
  id: 21,
  number: "SO-000001",
  status: "invoiced",
  customer_id: 7,
  customer_name: "Acme Trading Ltd",
  currency: "NGN",
  total: 145125,
  booking_date: null,
  source: "portal",
  invoice_id: 1042,
  invoice_number: "INV-000001",
  created_at: "2026-11-15T09:30:00.000Z",
};

export const saleTable: TableListing = {
  name: "sales",
  table: "sales",
  filters: {
    q: saleListing.filters.q!,
    ids: (value) => `r.id = any(${value}::int8[])`,
    customer_id: saleListing.filters.customer_id!,
    statuses: (value) => `r.status = any(${value}::text[])`,
    currency: saleListing.filters.currency!,
    created_from: saleListing.filters.created_from!,
    created_to: saleListing.filters.created_to!,
  },
  paths: [
    { filters: ["ids"] },
    namedSalesPath,
    { filters: ["customer_id"] },
    {
      filters: ["statuses"],
      parts: statuses.map((status) =>
        partWhere("sales", (of) => `r.status = '${status}' and '${status}' = any(${of("statuses")}::text[])`),
      ),
    },
    { filters: ["currency"] },
  ],
  fields: `r.id, r.number, r.status, r.customer_id, c.name as customer_name, r.currency, r.total, r.booking_date, r.source,
    i.id as invoice_id, i.number as invoice_number, ${isoSql("r.created_at")} as created_at`,
  joins: `left join customers c on c.company_id = r.company_id and c.id = r.customer_id
    left join invoices i on i.company_id = r.company_id and i.sale_id = r.id`,
  exported: (page) => saleListing.render(page, false),
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    customer: { sql: "left(lower(coalesce(c.name, '')), 60)", type: "text" },
    total: { sql: "r.total", type: "numeric" },
  },
  indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
  tabs: Object.fromEntries(statuses.map((status) => [status, `r.status = '${status}'`])),
  tabFilters: ["statuses"],
  totals: (rows) =>
    `select r.currency, count(*) as count, sum(r.total) as total from ${rows} r group by r.currency`,
};

export function saleFilters(company: Company, _today: string, query: SaleTableQuery) {
  const { q, customer_id, currency } = query;
  return {
    q: q === undefined ? undefined : saleSearch(q),
    customer_id,
    statuses: listOf(query.status),
    currency,
    ...createdRange(company.timeZone, query),
  };
}
