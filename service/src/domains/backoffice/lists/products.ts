import type { Company } from "../../../contract/access.ts";
import { textSearch } from "../../../platform/db/lists/search.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { ProductQuery } from "../../catalog/products/schema.ts";
import { productFieldsSql, productListing } from "../../catalog/products/service.ts";
import type { TableListing } from "./listing.ts";
import { tableQuery } from "./query.ts";

const { created_from, created_to, active, portal, currency } = ProductQuery.properties;

export const ProductTableQuery = Type.Object({
  ...tableQuery,
  active,
  portal,
  currency,
  created_from,
  created_to,
});
export type ProductTableQuery = Type.Static<typeof ProductTableQuery>;

export const productTable: TableListing = {
  name: "products",
  table: productListing.table,
  paths: productListing.paths,
  filters: {
    q: productListing.filters.q!,
    short_q: productListing.filters.short_q!,
    active: productListing.filters.active!,
    portal: productListing.filters.portal!,
    currency: productListing.filters.currency!,
    created_from: productListing.filters.created_from!,
    created_to: productListing.filters.created_to!,
  },
  fields: productFieldsSql,
  joins: "",
  exported: (page) => productListing.render(page, false),
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    name: { sql: "left(lower(r.name), 60)", type: "text" },
    unit_price: { sql: "coalesce(r.unit_price, 0)", type: "numeric" },
  },
  indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
  tabs: {
    active: "r.created_at > '-infinity' and r.active",
    inactive: "r.created_at > '-infinity' and not r.active",
  },
  tabFilters: ["active"],
};

export function productFilters(company: Company, _today: string, query: ProductTableQuery) {
  const { q, active: isActive, portal: isInPortal, currency: code } = query;
  return {
    ...textSearch(q),
    active: isActive,
    portal: isInPortal,
    currency: code,
    ...createdRange(company.timeZone, query),
  };
}
