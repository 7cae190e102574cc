import type { Company, Feature, Principal, Scope, SiteScope } from "../../../contract/access.ts";
import { reservedSeries } from "../../../contract/number-series.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type SearchTerm, searchTerm } from "../../../platform/db/lists/search.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { searchCreditNotes } from "../../billing/credit-notes/service.ts";
import { searchInvoices } from "../../billing/invoices/service.ts";
import { numberCandidates, stripped } from "../../billing/numbering/service.ts";
import { quoteSeries, searchQuotes } from "../../billing/quotes/service.ts";
import { searchRecurring } from "../../billing/recurring-invoices/service.ts";
import { saleSeries, searchSales } from "../../billing/sales/service.ts";
import {
  listCustomers,
  matchCustomers,
  searchCustomers,
  withBalances,
} from "../../catalog/customers/service.ts";
import { listProducts, matchProducts, searchProducts } from "../../catalog/products/service.ts";
import { searchLinks } from "../../payments/links/service.ts";
import { readCustomerBalances, searchPayments } from "../../payments/payments/service.ts";
import type { SearchResults } from "./schema.ts";

const hitsMax = 5;
const choicesMax = 20;

type Find = (db: Queryable, company: Company, term: SearchTerm) => Promise<Json[]>;

const kinds: Record<keyof typeof SearchResults, { scope: Scope; feature: Feature; find: Find }> = {
  invoices: {
    scope: "invoices:read",
    feature: "invoicing",
    find: (db, company, term) =>
      searchInvoices(db, company.id, term, hitsMax, ...numberTerm(company.invoiceSeries, term)),
  },
  customers: {
    scope: "customers:read",
    feature: "catalog",
    find: (db, { id }, term) => searchCustomers(db, id, term, hitsMax),
  },
  products: {
    scope: "products:read",
    feature: "catalog",
    find: (db, { id }, term) => searchProducts(db, id, term, hitsMax),
  },
  sales: {
    scope: "sales:read",
    feature: "catalog",
    find: (db, { id }, term) => searchSales(db, id, term, hitsMax, ...numberTerm(saleSeries, term)),
  },
  quotes: {
    scope: "sales:read",
    feature: "catalog",
    find: (db, { id }, term) => searchQuotes(db, id, term, hitsMax, ...numberTerm(quoteSeries, term)),
  },
  recurring_invoices: {
    scope: "invoices:read",
    feature: "invoicing",
    find: (db, { id }, term) => searchRecurring(db, id, term, hitsMax),
  },
  credit_notes: {
    scope: "invoices:read",
    feature: "invoicing",
    find: (db, { id }, term) =>
      searchCreditNotes(db, id, hitsMax, numberTerm(reservedSeries.creditNote, term)),
  },
  payments: {
    scope: "payments:read",
    feature: "payments",
    find: (db, { id }, term) => searchPayments(db, id, term, hitsMax),
  },
  payment_links: {
    scope: "payments:read",
    feature: "payments",
    find: (db, { id }, term) => searchLinks(db, id, term, hitsMax),
  },
};

/** Finds a few records of each kind that the caller may read, the best match first. */
export async function search(
  db: Queryable,
  principal: Principal,
  typed: string,
): Promise<Record<string, Json>> {
  const { company, disabledFeatures } = principal;
  const scopes: ReadonlySet<Scope | SiteScope> = principal.scopes;
  const term = searchTerm(typed);
  const found = Object.entries(kinds).map(async ([name, { scope, feature, find }]) => {
    const isAllowed = scopes.has(scope) && !disabledFeatures.has(feature);
    const entries = isAllowed && term ? await find(db, company, term) : [];
    return [name, `[${entries.join(",")}]`] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The numbers that the text may mean, and the beginning of one; null if it has neither letter nor digit. */
function numberTerm(series: string, { text }: SearchTerm): [candidates: string[], start: string | null] {
  const plain = stripped(text);
  return plain === "" ? [[], null] : [numberCandidates(series, text), plain];
}

/** Customers to choose from: the best matches, or the newest where nothing is typed. */
export async function customerChoices(
  db: Queryable,
  company: Company,
  today: string,
  typed = "",
): Promise<Json[]> {
  const term = searchTerm(typed);
  if (!term) {
    const newest = await listCustomers(db, company, today, { limit: choicesMax }, readCustomerBalances);
    return newest.entries;
  }
  const found = await matchCustomers(db, company.id, term, choicesMax);
  return withBalances(db, readCustomerBalances, company.id, today, found);
}

/** Products to choose from, only those that are active. */
export async function productChoices(
  db: Queryable,
  company: Company,
  today: string,
  typed = "",
): Promise<Json[]> {
  const term = searchTerm(typed);
  if (term) return matchProducts(db, company.id, term, choicesMax);
  return (await listProducts(db, company, today, { limit: choicesMax, active: true })).entries;
}
