import { isoSql } from "../../../platform/db/sql.ts";
import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { joinInvoiceOfSaleSql } from "../../billing/invoices/fragments.ts";
import { namedSalesPath, saleListing, saleSearch } from "../../billing/sales/service.ts";
import { joinCustomerSql } from "../../catalog/customers/fragments.ts";
import { documentFilters, documentQuery, documentTable, documentTotals } from "./documents.ts";
import type { TableListing } from "./listing.ts";
import { currencyFilter } from "./query.ts";

const statuses = ["open", "invoiced", "cancelled"] as const;

export const SaleTableQuery = Type.Object({ ...documentQuery(statuses), ...currencyFilter });
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
  ...documentTable({ listing: saleListing, statuses, namedPath: namedSalesPath }),
  fields: `r.id, r.number, r.status, r.customer_id, c.name as customer_name, r.currency, r.total, r.booking_date, r.source,
    i.id as invoice_id, i.number as invoice_number, ${isoSql("r.created_at")} as created_at`,
  joins: `left ${joinCustomerSql} left ${joinInvoiceOfSaleSql}`,
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    customer: { sql: "left(lower(coalesce(c.name, '')), 60)", type: "text" },
    total: { sql: "r.total", type: "numeric" },
  },
  totals: documentTotals,
};

export const saleFilters = documentFilters(saleSearch);
