import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { nameSort, searchKey, textFilters, textPath, typedKey } from "../../../platform/db/lists/search.ts";
import { describeRecord, rowTypesSql } from "../../../platform/db/record.ts";
import { recordQueries } from "../../../platform/db/record-queries.ts";
import { columnsSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

export type ProductColumns = Omit<
  Tables["products"],
  "company_id" | "id" | "name_key" | "created_at" | "updated_at" | "metadata"
> & { metadata: object };

export const productNameSql = (company: string, id: string) =>
  fragment(`(select o.name from products o where o.company_id = ${company} and o.id = ${id})`);

/** A product, described once; in its SQL the row is `r`. */
const productRecord = describeRecord<ProductColumns, ProductColumns & { companyId: number; now: Date }>(
  "products as r",
  {
    company_id: { type: "int8", insert: true, shown: false, value: ({ companyId }) => companyId },
    id: { type: "int8", insert: true, value: () => null },
    name: { type: "text", insert: true, patch: true, value: (columns) => columns.name },
    description: { type: "text", insert: true, patch: true, value: (columns) => columns.description },
    sku: { type: "text", insert: true, patch: true, value: (columns) => columns.sku },
    kind: { type: "code", insert: true, patch: true, value: (columns) => columns.kind },
    unit_price: { type: "numeric", insert: true, patch: true, value: (columns) => columns.unit_price },
    currency: { type: "code", insert: true, patch: true, value: (columns) => columns.currency },
    tax_rate: { type: "numeric", insert: true, patch: true, value: (columns) => columns.tax_rate },
    tax_category: { type: "code", insert: true, patch: true, value: (columns) => columns.tax_category },
    exemption_reason: {
      type: "text",
      insert: true,
      patch: true,
      value: (columns) => columns.exemption_reason,
    },
    unit_code: { type: "code", insert: true, patch: true, value: (columns) => columns.unit_code },
    hs_code: { type: "text", insert: true, patch: true, value: (columns) => columns.hs_code },
    service_code: { type: "text", insert: true, patch: true, value: (columns) => columns.service_code },
    default_discount_percent: {
      type: "numeric",
      insert: true,
      patch: true,
      value: (columns) => columns.default_discount_percent,
    },
    active: { type: "bool", insert: true, patch: true, value: (columns) => columns.active },
    portal: { type: "bool", insert: true, patch: true, value: (columns) => columns.portal },
    external_id: { type: "text", insert: true, patch: true, value: (columns) => columns.external_id },
    metadata: { type: "jsonb", insert: true, patch: true, value: (columns) => columns.metadata },
    created_at: { type: "timestamptz", insert: "$1", value: ({ now }) => now },
    updated_at: { type: "timestamptz", insert: "$1", value: ({ now }) => now },
  },
);
/** What answers show of the product `r`. */
export const productFieldsSql = productRecord.selectSql("record");
export const productJson = jsonOf(productFieldsSql);

const insert = statement(
  "product_insert",
  `${productRecord.insertOneSql(2, ["id"])} returning ${productJson} as json`,
);

export async function insertProduct(tx: Queryable, companyId: number, now: Date, columns: ProductColumns) {
  const values = productRecord.insertOneValues({ ...columns, companyId, now }, ["id"]);
  const [row] = await tx.query<{ json: string }>(insert, [now, ...values]);
  return row!.json;
}

const update = statement(
  "product_update",
  `update products r set ${productRecord.updateSql(4)}, updated_at = $3 where company_id = $1 and id = $2
   returning ${productJson} as json`,
);

export async function updateProduct(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: ProductColumns,
) {
  const values = [companyId, id, now, ...productRecord.updateValues(columns)];
  const [row] = await tx.query<{ json: string }>(update, values);
  return row!.json;
}

const drawn = new Set(["id"]);
const place = [["place", "int4"]] as const;

// In the order of external_id, so that batches with the same records do not wait for each other in a circle.
const insertMany = statement(
  "product_insert_many",
  `with input as materialized (
     select x.*, nextval('products_id_seq') as id
     from json_to_recordset($2) as x(${rowTypesSql(
       place,
       [...productRecord.rowTypes].filter(([name]) => !drawn.has(name)),
     )})
   ), stored as (
     ${productRecord.insertSql("input order by external_id, place")} on conflict do nothing
     returning r.id, ${productJson} as json
   )
   select i.place, s.json from stored s join input i using (id) order by i.place`,
);

/** The new products by their places; one is missing where another product has its external_id or its sku. */
export async function insertProducts(
  tx: Queryable,
  companyId: number,
  now: Date,
  added: readonly { place: number; columns: ProductColumns }[],
): Promise<Map<number, Json>> {
  if (added.length === 0) return new Map();
  const rows = added.map(
    ({ place: own, columns }) =>
      `{"place":${own},${productRecord.rowMembers({ ...columns, companyId, now }, drawn)}}`,
  );
  const stored = await tx.query<{ place: number; json: Json }>(insertMany, [now, `[${rows.join()}]`]);
  return new Map(stored.map((row) => [row.place, row.json]));
}

const updateMany = statement(
  "product_update_many",
  `update products r set ${productRecord.updateManySql}, updated_at = $2
   from json_to_recordset($3) as x(${rowTypesSql(place, [["id", "int8"]], productRecord.patchTypes)})
   where r.company_id = $1 and r.id = x.id returning x.place, ${productJson} as json`,
);

/** The changed products by their places. */
export async function updateProducts(
  tx: Queryable,
  companyId: number,
  now: Date,
  changed: readonly { place: number; id: number; columns: ProductColumns }[],
): Promise<Map<number, Json>> {
  if (changed.length === 0) return new Map();
  const rows = changed.map(
    ({ place: own, id, columns }) => `{"place":${own},"id":${id},${productRecord.patchMembers(columns)}}`,
  );
  const values = [companyId, now, `[${rows.join()}]`];
  const stored = await tx.query<{ place: number; json: Json }>(updateMany, values);
  return new Map(stored.map((row) => [row.place, row.json]));
}

const lockMany = statement(
  "product_lock_many",
  `select r.external_id, ${productJson} as json from products r
   where r.company_id = $1 and r.external_id = any($2::text[]) order by r.external_id for no key update of r`,
);

/** By their external ids, locked. */
export async function lockProducts(
  tx: Queryable,
  companyId: number,
  externalIds: readonly string[],
): Promise<Map<string, Json>> {
  const rows = await tx.query<{ external_id: NonNullable<Tables["products"]["external_id"]>; json: Json }>(
    lockMany,
    [companyId, externalIds],
  );
  return new Map(rows.map(({ external_id, json }) => [external_id, json]));
}

export const {
  find: findProduct,
  lock: lockProduct,
  exists: productExists,
} = recordQueries("product", "products", productJson);

const defaults = [
  "id",
  "name",
  "description",
  "unit_price",
  "currency",
  "tax_rate",
  "tax_category",
  "exemption_reason",
  "unit_code",
  "hs_code",
  "service_code",
  "default_discount_percent",
] as const;

/** What a line takes from its product. Money stays text on its way to the decimal library. */
export type ProductDefaults = Pick<Tables["products"], (typeof defaults)[number]>;

const findDefaults = statement(
  "product_defaults",
  `select ${columnsSql("p", defaults)} from products p where p.company_id = $1 and p.id = any($2::bigint[])`,
);

export async function findProductDefaults(db: Queryable, companyId: number, ids: readonly number[]) {
  const rows = await db.query<ProductDefaults>(findDefaults, [companyId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const findSkus = statement(
  "product_find_skus",
  "select r.sku, r.id from products r where r.company_id = $1 and r.sku = any($2::text[])",
);

/** The ids of the products that have these SKUs. */
export async function findSkuOwners(
  db: Queryable,
  companyId: number,
  skus: readonly string[],
): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await db.query<
    Pick<Tables["products"], "id"> & { sku: NonNullable<Tables["products"]["sku"]> }
  >(findSkus, [companyId, skus]);
  return new Map(rows.map(({ sku, id }) => [sku, id]));
}

const findNamed = statement(
  "product_find_named",
  `select ${productJson} as json from products r where r.company_id = $1 and r.id = any($2::bigint[])
   union all
   select ${productJson} from products r where r.company_id = $1 and r.external_id = any($3::text[])
   union all
   select ${productJson} from products r where r.company_id = $1 and r.sku = any($4::text[])`,
);

export async function findProductsNamed(
  db: Queryable,
  companyId: number,
  names: { id: readonly number[]; external_id: readonly string[]; sku: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ json: string }>(findNamed, [
    companyId,
    names.id,
    names.external_id,
    names.sku,
  ]);
  return rows.map(({ json }) => json);
}

export type PortalProduct = Pick<
  Tables["products"],
  "id" | "name" | "description" | "currency" | "tax_rate" | "default_discount_percent"
> & { unit_price: NonNullable<Tables["products"]["unit_price"]> };

const findInPortal = statement(
  "product_find_in_portal",
  `select id, name, description, unit_price, currency, tax_rate, default_discount_percent from products
   where company_id = $1 and portal and active and unit_price is not null order by name, id limit 200`,
);

/** What buyers can order; products without a price cannot be ordered. */
export function findPortalProducts(db: Queryable, companyId: number): Promise<PortalProduct[]> {
  return db.query<PortalProduct>(findInPortal, [companyId]);
}

const hasText = (value: string) =>
  `(r.name_key like ${typedKey(value)} or ${searchKey("r.sku")} like ${typedKey(value)})`;

export const productListing: Listing = {
  name: "products",
  table: "products",
  filters: {
    currency: (value) => `r.currency = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    sku: (value) => `r.sku = ${value}`,
    active: (value) => `r.active = ${value}`,
    portal: (value) => `r.portal = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
    ...textFilters(hasText),
  },
  paths: [{ filters: ["external_id"] }, { filters: ["sku"] }, metadataPath, textPath(hasText)],
  sorts: { name: nameSort },
  render: (page, _lines, also = "") => `select ${productJson} as json${also} from ${page} r`,
};
