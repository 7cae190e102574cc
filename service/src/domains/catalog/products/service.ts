import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { invalidField, notFound } from "../../../contract/errors.ts";
import { type Queryable, violatedConstraint } from "../../../platform/db/database.ts";
import { type MetadataFilter, metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { type PageRequest, readPage } from "../../../platform/db/lists/page.ts";
import { textSearch } from "../../../platform/db/lists/search.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { emit } from "../../webhooks/events/service.ts";
import { productColumns } from "./columns.ts";
import { findProduct, insertProduct, lockProduct, productListing, updateProduct } from "./queries.ts";
import type { ProductCreate, ProductPatch } from "./schema.ts";
import { defaultTaxCategory } from "./tax.ts";

export { storeProducts } from "./batch.ts";
export { productColumns } from "./columns.ts";
/** A line that refers to a product takes its price, tax rate and codes as defaults. */
export {
  findPortalProducts,
  findProductDefaults,
  findProductsNamed,
  lockProducts,
  type PortalProduct,
  type ProductDefaults,
  productExists,
  productFieldsSql,
  productListing,
  productNameSql,
} from "./queries.ts";
export { matchProducts, searchProducts } from "./search.ts";
export { defaultTaxCategory };

/**
 * Notifies every node of companies whose portal products changed. Triggers on the products table send the notification
 * in the transaction that changes a product.
 */
export const productsChannel = "billfold_products";

export async function createProduct(change: Change, input: ProductCreate): Promise<string> {
  const { tx, company, now } = change;
  const product = await insertProduct(tx, company.id, now, productColumns(company, input)).catch(explain);
  await emit(change, "product.created", product);
  return product;
}

export async function updateProductFields(change: Change, id: number, patch: ProductPatch): Promise<string> {
  const { tx, company, now } = change;
  const before = await lockProduct(tx, company.id, id);
  if (before === undefined) throw notFound("The product");
  const columns = productColumns(company, patch, JSON.parse(before) as ProductCreate);
  const after = await updateProduct(tx, company.id, id, now, columns).catch(explain);
  await emit(change, "product.updated", after, before);
  return after;
}

export async function getProduct(db: Queryable, companyId: number, id: number): Promise<string> {
  const product = await findProduct(db, companyId, id);
  if (product === undefined) throw notFound("The product");
  return product;
}

type ProductFilters = PageRequest & {
  currency?: string;
  external_id?: string;
  sku?: string;
  active?: boolean;
  portal?: boolean;
  metadata?: MetadataFilter;
  created_from?: string;
  created_to?: string;
  q?: string;
};

export function listProducts(db: Queryable, company: Company, today: string, query: ProductFilters) {
  return readPage(db, productListing, company.id, today, query, productListFilters(company, today, query));
}

/** The values of the listing's filters, for exports too. */
export const productListFilters = ({ timeZone }: Company, _today: string, query: ProductFilters) => ({
  currency: query.currency,
  external_id: query.external_id,
  sku: query.sku,
  active: query.active,
  portal: query.portal,
  metadata: metadataQuery(query.metadata),
  ...createdRange(timeZone, query),
  ...textSearch(query.q),
});

function explain(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === "products_external_id") {
    throw invalidField("external_id", "is already used by another product of this company");
  }
  if (constraint === "products_sku") {
    throw invalidField("sku", "is already used by another product of this company");
  }
  throw error;
}
