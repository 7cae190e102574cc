import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { columnsSql, isoSql, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

const fields = (p: string) => `${p}.id, ${p}.name, ${p}.description, ${p}.sku, ${p}.kind, ${p}.unit_price,
  ${p}.currency, ${p}.tax_rate, ${p}.tax_category, ${p}.exemption_reason, ${p}.unit_code, ${p}.hs_code,
  ${p}.service_code, ${p}.active, ${p}.portal, ${p}.external_id, ${p}.metadata,
  ${isoSql(`${p}.created_at`)} as created_at, ${isoSql(`${p}.updated_at`)} as updated_at`;

export type ProductColumns = Omit<
  Tables["products"],
  "company_id" | "id" | "created_at" | "updated_at" | "metadata"
> & { metadata: object };

const valuesOf = (columns: ProductColumns) => [
  columns.name,
  columns.description,
  columns.sku,
  columns.kind,
  columns.unit_price,
  columns.currency,
  columns.tax_rate,
  columns.tax_category,
  columns.exemption_reason,
  columns.unit_code,
  columns.hs_code,
  columns.service_code,
  columns.active,
  columns.portal,
  columns.external_id,
  columns.metadata,
];

const insert = statement(
  "product_insert",
  `insert into products as p (company_id, name, description, sku, kind, unit_price, currency, tax_rate,
     tax_category, exemption_reason, unit_code, hs_code, service_code, active, portal, external_id, metadata,
     created_at, updated_at)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $2, $2)
   returning ${jsonOf(fields("p"))} as json`,
);

export async function insertProduct(tx: Queryable, companyId: number, now: Date, columns: ProductColumns) {
  const [row] = await tx.query<{ json: string }>(insert, [companyId, now, ...valuesOf(columns)]);
  return row!.json;
}

const update = statement(
  "product_update",
  `update products p set name = $4, description = $5, sku = $6, kind = $7, unit_price = $8, currency = $9,
     tax_rate = $10, tax_category = $11, exemption_reason = $12, unit_code = $13, hs_code = $14,
     service_code = $15, active = $16, portal = $17, external_id = $18, metadata = $19, updated_at = $3
   where company_id = $1 and id = $2
   returning ${jsonOf(fields("p"))} as json`,
);

export async function updateProduct(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: ProductColumns,
) {
  const [row] = await tx.query<{ json: string }>(update, [companyId, id, now, ...valuesOf(columns)]);
  return row!.json;
}

const find = statement(
  "product_find",
  `select ${jsonOf(fields("p"))} as json from products p where company_id = $1 and id = $2`,
);
const lock = statement("product_lock", `${find.text} for no key update of p`);

export async function findProduct(db: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId, id]);
  return row?.json;
}

export async function lockProduct(tx: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const [row] = await tx.query<{ json: string }>(lock, [companyId, id]);
  return row?.json;
}

const exists = statement("product_exists", "select 1 from products where company_id = $1 and id = $2");

export async function productExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

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
  `select ${jsonOf(fields("p"))} as json from products p where p.company_id = $1 and p.id = any($2::bigint[])
   union all
   select ${jsonOf(fields("p"))} from products p where p.company_id = $1 and p.external_id = any($3::text[])
   union all
   select ${jsonOf(fields("p"))} from products p where p.company_id = $1 and p.sku = any($4::text[])`,
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
    currency: "r.currency = $",
    external_id: "r.external_id = $",
    sku: "r.sku = $",
    active: "r.active = $",
    portal: "r.portal = $",
    created_from: "r.created_at >= $",
    created_to: "r.created_at < $",
    q: "r.name ilike $ or r.sku ilike $",
  },
  render: (page) => `select ${jsonOf(fields("r"))} as json from ${page} r`,
};
