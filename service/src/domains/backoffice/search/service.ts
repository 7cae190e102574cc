import type { Company, Feature, Principal, Scope, SiteScope } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { containsPattern } from "../../../platform/db/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { numberCandidates, stripped } from "../../billing/numbering/service.ts";
import { type SearchTerm, searchCustomers, searchInvoices, searchProducts } from "./queries.ts";

type SearchFunction = (db: Queryable, companyId: number, term: SearchTerm) => Promise<Json[]>;

const nouns: Record<string, { scope: Scope; feature: Feature; find: SearchFunction }> = {
  invoices: { scope: "invoices:read", feature: "invoicing", find: searchInvoices },
  customers: { scope: "customers:read", feature: "catalog", find: searchCustomers },
  products: { scope: "products:read", feature: "catalog", find: searchProducts },
};

/** Finds a few records of each type that the caller may read. */
export async function search(
  db: Queryable,
  principal: Principal,
  typed: string,
): Promise<Record<string, Json>> {
  const { company, disabledFeatures } = principal;
  const scopes: ReadonlySet<Scope | SiteScope> = principal.scopes;
  const term = termOf(company, typed);
  const found = Object.entries(nouns).map(async ([name, { scope, feature, find }]) => {
    const isAllowed = scopes.has(scope) && !disabledFeatures.has(feature);
    const entries = isAllowed && term ? await find(db, company.id, term) : [];
    return [name, `[${entries.join(",")}]`] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

function termOf(company: Company, typed: string): SearchTerm | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const words = text
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .map(containsPattern);
  const plain = stripped(text);
  const start = containsPattern(text).slice(1);
  return {
    word: words[0]!,
    words,
    start,
    lowerStart: start.toLowerCase(),
    numbers: plain === "" ? [] : numberCandidates(company.invoiceSeries, text),
    numberStart: plain === "" ? null : `${plain}%`,
  };
}
