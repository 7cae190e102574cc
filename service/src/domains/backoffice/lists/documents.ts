import type { Company } from "../../../contract/access.ts";
import { type ListPath, partWhere } from "../../../platform/db/lists/list-paths.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { CreatedRange } from "../../../platform/values/schema.ts";
import type { TableListing } from "./listing.ts";
import { customerFilter, listOf, severalOf, tableQuery } from "./query.ts";

/** The parameters that the lists of sales, quotes and recurring invoices share. */
export const documentQuery = (statuses: readonly string[]) => ({
  ...tableQuery,
  ...customerFilter,
  ...CreatedRange,
  status: severalOf(statuses),
});

type Documents = {
  /** The list of the API, which has the same filters; by currency only if an index serves that. */
  listing: Listing;
  statuses: readonly string[];
  /** Finds what belongs to customers of a name, or has a number. */
  namedPath: ListPath;
};

/** How documents with a customer and one status each are found, counted by status and exported. */
export function documentTable({ listing, statuses, namedPath }: Documents) {
  const { name, table, filters } = listing;
  const { q, customer_id, currency, created_from, created_to } = filters;
  return {
    name,
    table,
    filters: {
      q: q!,
      ids: (value) => `r.id = any(${value}::int8[])`,
      customer_id: customer_id!,
      statuses: (value) => `r.status = any(${value}::text[])`,
      ...(currency && { currency }),
      created_from: created_from!,
      created_to: created_to!,
    },
    paths: [
      { filters: ["ids"] },
      namedPath,
      { filters: ["customer_id"] },
      statusesPath(table, statuses),
    ].concat(currency ? { filters: ["currency"] } : []),
    exported: (page) => listing.render(page, false),
    indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
    tabs: Object.fromEntries(statuses.map((status) => [status, `r.status = '${status}'`])),
    tabFilters: ["statuses"],
  } satisfies Partial<TableListing>;
}

/** One scan for each of the statuses that are asked for. */
export const statusesPath = (table: string, statuses: readonly string[]): ListPath => ({
  filters: ["statuses"],
  parts: statuses.map((status) =>
    partWhere(table, (of) => `r.status = '${status}' and '${status}' = any(${of("statuses")}::text[])`),
  ),
});

/** What documents add up to, for each currency. */
export const documentTotals = (rows: string) =>
  `select r.currency, count(*) as count, sum(r.total) as total from ${rows} r group by r.currency`;

type Query = {
  q?: string;
  customer_id?: number;
  currency?: string;
  status?: string;
  created_from?: string;
  created_to?: string;
};

/** `search` turns what was typed into what the listing's filter `q` takes. */
export const documentFilters =
  (search: (typed: string) => unknown) => (company: Company, _today: string, query: Query) => {
    const { q, customer_id, currency } = query;
    return {
      q: q === undefined ? undefined : search(q),
      customer_id,
      statuses: listOf(query.status),
      currency,
      ...createdRange(company.timeZone, query),
    };
  };
