import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** What an invoice shows of its customer, from the alias `c`. */
export const customerSnapshotFields =
  "c.name, c.email, c.phone, c.kind, c.tax_id, c.registration_number, c.address";

/**
 * The customer of the row `x` (`company_id`, and `customer_id` or `email`), as an invoice shows it, by a lateral join `c`.
 * Of several customers with one address it is the oldest.
 */
export const customerByIdSql = `left join lateral (
     select c.id, ${jsonOf(customerSnapshotFields)} as customer from customers c
     where c.company_id = x.company_id and c.id = x.customer_id limit 1
   ) c on true`;
export const customerByIdOrEmailSql = `left join lateral (
     (select c.id, ${jsonOf(customerSnapshotFields)} as customer from customers c
      where c.company_id = x.company_id and c.id = x.customer_id)
     union all
     (select c.id, ${jsonOf(customerSnapshotFields)} as customer from customers c
      where c.company_id = x.company_id and lower(c.email) = lower(x.email) order by c.id limit 1)
     limit 1
   ) c on true`;

const fields = (c: string) => `${c}.id, ${c}.name, ${c}.email, ${c}.phone, ${c}.kind, ${c}.tax_id,
  ${c}.registration_number, ${c}.address, ${c}.external_id, ${c}.metadata,
  ${isoSql(`${c}.created_at`)} as created_at, ${isoSql(`${c}.updated_at`)} as updated_at`;

export type CustomerColumns = Omit<
  Tables["customers"],
  "company_id" | "id" | "created_at" | "updated_at" | "address" | "metadata"
> & { address: object | null; metadata: object };

const valuesOf = (columns: CustomerColumns) => [
  columns.name,
  columns.email,
  columns.phone,
  columns.kind,
  columns.tax_id,
  columns.registration_number,
  columns.address,
  columns.external_id,
  columns.metadata,
];

const insert = statement(
  "customer_insert",
  `insert into customers as c (company_id, name, email, phone, kind, tax_id, registration_number, address,
     external_id, metadata, created_at, updated_at)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2, $2)
   returning ${jsonOf(fields("c"))} as json`,
);

export async function insertCustomer(tx: Queryable, companyId: number, now: Date, columns: CustomerColumns) {
  const [row] = await tx.query<{ json: string }>(insert, [companyId, now, ...valuesOf(columns)]);
  return row!.json;
}

const update = statement(
  "customer_update",
  `update customers c set name = $4, email = $5, phone = $6, kind = $7, tax_id = $8, registration_number = $9,
     address = $10, external_id = $11, metadata = $12, updated_at = $3
   where company_id = $1 and id = $2
   returning ${jsonOf(fields("c"))} as json`,
);

export async function updateCustomer(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: CustomerColumns,
) {
  const [row] = await tx.query<{ json: string }>(update, [companyId, id, now, ...valuesOf(columns)]);
  return row!.json;
}

const find = statement(
  "customer_find",
  `select ${jsonOf(fields("c"))} as json from customers c where company_id = $1 and id = $2`,
);
const lock = statement("customer_lock", `${find.text} for no key update of c`);

export async function findCustomer(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId, id]);
  return row?.json;
}

export async function lockCustomer(
  tx: Queryable,
  companyId: number,
  id: number,
): Promise<string | undefined> {
  const [row] = await tx.query<{ json: string }>(lock, [companyId, id]);
  return row?.json;
}

const exists = statement("customer_exists", "select 1 from customers where company_id = $1 and id = $2");

export async function customerExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const findNamed = statement(
  "customer_find_named",
  `select ${jsonOf(fields("c"))} as json from customers c where c.company_id = $1 and c.id = any($2::bigint[])
   union all
   select ${jsonOf(fields("c"))} from customers c where c.company_id = $1 and c.external_id = any($3::text[])
   union all
   select c.json from unnest($4::text[]) as given(email) cross join lateral (
     select ${jsonOf(fields("c"))} as json from customers c
     where c.company_id = $1 and lower(c.email) = given.email and c.email is not null order by c.id limit 2
   ) c`,
);

/** Addresses are in lower case. Two customers per address are enough to see that it is ambiguous. */
export async function findCustomersNamed(
  db: Queryable,
  companyId: number,
  names: { id: readonly number[]; external_id: readonly string[]; email: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ json: string }>(findNamed, [
    companyId,
    names.id,
    names.external_id,
    names.email,
  ]);
  return rows.map(({ json }) => json);
}

export const customerListing: Listing = {
  name: "customers",
  table: "customers",
  indexed: ["external_id"],
  filters: {
    external_id: "r.external_id = $",
    created_from: "r.created_at >= $",
    created_to: "r.created_at < $",
    q: "r.name ilike $",
  },
  render: (page) => `select ${jsonOf(fields("r"))} as json from ${page} r`,
};

/**
 * For searches of sales and invoices: `$` is a list whose first entry is a name pattern and whose rest are whole
 * document numbers. A name that matches more customers than this is too broad to help anyone.
 */
export const customersNamedSql =
  "(select c.id from customers c where c.company_id = $1 and c.name ilike ($::text[])[1] limit 200)";
