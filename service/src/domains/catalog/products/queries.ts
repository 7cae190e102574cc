import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { describeRecord } from "../../../platform/db/record.ts";
import { recordQueries } from "../../../platform/db/record-queries.ts";
import { searchKey, typedKey } from "../../../platform/db/search.ts";
import { columnsSql, jsonOf } from "../../../platform/db/sql.ts";
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
    id: { type: "int8", value: () => null },
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
  `${productRecord.insertOneSql(2, [])} returning ${productJson} as json`,
);

export async function insertProduct(tx: Queryable, companyId: number, now: Date, columns: ProductColumns) {
  const values = productRecord.insertOneValues({ ...columns, companyId, now }, []);
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

export const productListing: Listing = {
  name: "products",
  table: "products",
  indexed: ["external_id", "sku"],
  filters: {
    currency: (value) => `r.currency = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    sku: (value) => `r.sku = ${value}`,
    active: (value) => `r.active = ${value}`,
    portal: (value) => `r.portal = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    q: (value) => `r.name_key like ${typedKey(value)} or ${searchKey("r.sku")} like ${typedKey(value)}`,
  },
  render: (page) => `select ${productJson} as json from ${page} r`,
};
