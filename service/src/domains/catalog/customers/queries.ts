import type { Language } from "../../../contract/languages.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { nameSort, textFilters, textPath, typedKey } from "../../../platform/db/lists/search.ts";
import { describeRecord, rowTypesSql } from "../../../platform/db/record.ts";
import { recordQueries } from "../../../platform/db/record-queries.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** What an invoice shows of its customer, from the alias `c`. */
export const customerSnapshotFields =
  "c.name, c.email, c.phone, c.kind, c.tax_id, c.registration_number, c.address";

/** Changes whenever the customer of the row `r` does. */
export const customerVersionSql = fragment(
  "(select c.xmin from customers c where c.company_id = r.company_id and c.id = r.customer_id)",
);

export const customerNameSql = (company: string, id: string) =>
  fragment(`(select c.name from customers c where c.company_id = ${company} and c.id = ${id})`);

/** The customer of the company `$1` with this external_id. */
export const customerIdSql = (externalId: string) =>
  fragment(`(select c.id from customers c where c.company_id = $1 and c.external_id = ${externalId})`);

/** Whether reminders leave out the invoices of a customer. */
export const remindersPausedSql = (company: string, id: string) =>
  fragment(`(select c.reminders_paused from customers c where c.company_id = ${company} and c.id = ${id})`);

/** The language of the customer of the invoice `i`. */
export const customerLanguageSql = fragment(
  "(select c.language from customers c where c.company_id = i.company_id and c.id = i.customer_id)",
);

/**
 * The customer of the row `x` (`company_id` and `customer_id`) by a lateral join `c`: as an invoice shows it, and its
 * version. It can't be erased before the statement's transaction ends, so what is stored of it is erased with it later.
 * While it is being erased, nothing is joined: a statement for many companies does not wait for one of them.
 */
export const lockedCustomerSql = fragment(`left join lateral (
     select c.id, ${jsonOf(customerSnapshotFields)} as customer, c.xmin::text as version, c.default_discount_percent,
       c.withholding_rate
     from customers c
     where c.company_id = x.company_id and c.id = x.customer_id for key share skip locked
   ) c on true`);

/**
 * True if a customer exists, be it locked or not, and otherwise null. Not `exists`, for which PostgreSQL may read the
 * customers of all companies at once.
 */
export const customerExistsSql = (company: string, id: string) =>
  fragment(`(select true from customers c where c.company_id = ${company} and c.id = ${id})`);

/**
 * The customer of the row `x` (`company_id`, and `customer_id` or `email`), as an invoice shows it, by a lateral join `c`.
 * Of several customers with one address it is the oldest.
 */
export const customerByIdOrEmailSql = fragment(`left join lateral (
     (select c.id, ${jsonOf(customerSnapshotFields)} as customer, c.xmin::text as version from customers c
      where c.company_id = x.company_id and c.id = x.customer_id)
     union all
     (select c.id, ${jsonOf(customerSnapshotFields)} as customer, c.xmin::text as version from customers c
      where c.company_id = x.company_id and lower(c.email) = lower(x.email)
      order by c.created_at, c.id limit 1)
     limit 1
   ) c on true`);

export type CustomerColumns = Omit<
  Tables["customers"],
  "company_id" | "id" | "name_key" | "created_at" | "updated_at" | "address" | "metadata"
> & { address: object | null; metadata: object };

/** A customer, described once; in its SQL the row is `r`. */
const customerRecord = describeRecord<CustomerColumns, CustomerColumns & { companyId: number; now: Date }>(
  "customers as r",
  {
    company_id: { type: "int8", insert: true, shown: false, value: ({ companyId }) => companyId },
    id: { type: "int8", insert: true, value: () => null },
    name: { type: "text", insert: true, patch: true, value: (columns) => columns.name },
    email: { type: "text", insert: true, patch: true, value: (columns) => columns.email },
    phone: { type: "text", insert: true, patch: true, value: (columns) => columns.phone },
    kind: { type: "code", insert: true, patch: true, value: (columns) => columns.kind },
    tax_id: { type: "text", insert: true, patch: true, value: (columns) => columns.tax_id },
    registration_number: {
      type: "text",
      insert: true,
      patch: true,
      value: (columns) => columns.registration_number,
    },
    address: { type: "jsonb", insert: true, patch: true, value: (columns) => columns.address },
    language: { type: "text", insert: true, patch: true, value: (columns) => columns.language },
    default_discount_percent: {
      type: "numeric",
      insert: true,
      patch: true,
      value: (columns) => columns.default_discount_percent,
    },
    withholding_rate: {
      type: "numeric",
      insert: true,
      patch: true,
      value: (columns) => columns.withholding_rate,
    },
    reminders_paused: {
      type: "bool",
      insert: true,
      patch: true,
      value: (columns) => columns.reminders_paused,
    },
    external_id: { type: "text", insert: true, patch: true, value: (columns) => columns.external_id },
    metadata: { type: "jsonb", insert: true, patch: true, value: (columns) => columns.metadata },
    created_at: { type: "timestamptz", insert: "$1", value: ({ now }) => now },
    updated_at: { type: "timestamptz", insert: "$1", value: ({ now }) => now },
  },
);
export const customerJson = jsonOf(customerRecord.selectSql("record"));

const insert = statement(
  "customer_insert",
  `${customerRecord.insertOneSql(2, ["id"])} returning ${customerJson} as json`,
);

export async function insertCustomer(tx: Queryable, companyId: number, now: Date, columns: CustomerColumns) {
  const values = customerRecord.insertOneValues({ ...columns, companyId, now }, ["id"]);
  const [row] = await tx.query<{ json: string }>(insert, [now, ...values]);
  return row!.json;
}

const update = statement(
  "customer_update",
  `update customers r set ${customerRecord.updateSql(4)}, updated_at = $3 where company_id = $1 and id = $2
   returning ${customerJson} as json`,
);

export async function updateCustomer(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: CustomerColumns,
) {
  const values = [companyId, id, now, ...customerRecord.updateValues(columns)];
  const [row] = await tx.query<{ json: string }>(update, values);
  return row!.json;
}

const drawn = new Set(["id"]);
const place = [["place", "int4"]] as const;

// In the order of external_id, so that batches with the same records do not wait for each other in a circle.
const insertMany = statement(
  "customer_insert_many",
  `with input as materialized (
     select x.*, nextval('customers_id_seq') as id
     from json_to_recordset($2) as x(${rowTypesSql(
       place,
       [...customerRecord.rowTypes].filter(([name]) => !drawn.has(name)),
     )})
   ), stored as (
     ${customerRecord.insertSql("input order by external_id, place")} on conflict do nothing
     returning r.id, ${customerJson} as json
   )
   select i.place, s.json from stored s join input i using (id) order by i.place`,
);

/** The new customers by their places; one is missing where another customer has its external_id. */
export async function insertCustomers(
  tx: Queryable,
  companyId: number,
  now: Date,
  added: readonly { place: number; columns: CustomerColumns }[],
): Promise<Map<number, Json>> {
  if (added.length === 0) return new Map();
  const rows = added.map(
    ({ place: own, columns }) =>
      `{"place":${own},${customerRecord.rowMembers({ ...columns, companyId, now }, drawn)}}`,
  );
  const stored = await tx.query<{ place: number; json: Json }>(insertMany, [now, `[${rows.join()}]`]);
  return new Map(stored.map((row) => [row.place, row.json]));
}

const updateMany = statement(
  "customer_update_many",
  `update customers r set ${customerRecord.updateManySql}, updated_at = $2
   from json_to_recordset($3) as x(${rowTypesSql(place, [["id", "int8"]], customerRecord.patchTypes)})
   where r.company_id = $1 and r.id = x.id returning x.place, ${customerJson} as json`,
);

/** The changed customers by their places. */
export async function updateCustomers(
  tx: Queryable,
  companyId: number,
  now: Date,
  changed: readonly { place: number; id: number; columns: CustomerColumns }[],
): Promise<Map<number, Json>> {
  if (changed.length === 0) return new Map();
  const rows = changed.map(
    ({ place: own, id, columns }) => `{"place":${own},"id":${id},${customerRecord.patchMembers(columns)}}`,
  );
  const values = [companyId, now, `[${rows.join()}]`];
  const stored = await tx.query<{ place: number; json: Json }>(updateMany, values);
  return new Map(stored.map((row) => [row.place, row.json]));
}

const lockMany = statement(
  "customer_lock_many",
  `select r.external_id, ${customerJson} as json from customers r
   where r.company_id = $1 and r.external_id = any($2::text[]) order by r.external_id for no key update of r`,
);

/** By their external ids, locked. */
export async function lockCustomers(
  tx: Queryable,
  companyId: number,
  externalIds: readonly string[],
): Promise<Map<string, Json>> {
  const rows = await tx.query<{ external_id: NonNullable<Tables["customers"]["external_id"]>; json: Json }>(
    lockMany,
    [companyId, externalIds],
  );
  return new Map(rows.map(({ external_id, json }) => [external_id, json]));
}

export const {
  find: findCustomer,
  lock: lockCustomer,
  exists: customerExists,
} = recordQueries("customer", "customers", customerJson);

const language = statement(
  "customer_language",
  "select r.language from customers r where r.company_id = $1 and r.id = $2",
);

/** Undefined where the customer has none of its own. */
export async function findCustomerLanguage(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<Language | undefined> {
  const [row] = await db.query<Pick<Tables["customers"], "language">>(language, [companyId, id]);
  return row?.language ?? undefined;
}

/** What documents for a customer start with, unless they say otherwise. */
export type CustomerDefaults = Pick<Tables["customers"], "default_discount_percent" | "withholding_rate">;

const findDefaults = statement(
  "customer_defaults",
  "select r.default_discount_percent, r.withholding_rate from customers r where r.company_id = $1 and r.id = $2",
);

export async function findCustomerDefaults(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<CustomerDefaults | undefined> {
  const [row] = await db.query<CustomerDefaults>(findDefaults, [companyId, id]);
  return row;
}

const findManyDefaults = statement(
  "customer_defaults_many",
  `select r.id, r.default_discount_percent, r.withholding_rate from customers r
   where r.company_id = $1 and r.id = any($2::bigint[])`,
);

export async function findDefaultsOfCustomers(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, CustomerDefaults>> {
  const rows = await db.query<CustomerDefaults & Pick<Tables["customers"], "id">>(findManyDefaults, [
    companyId,
    ids,
  ]);
  return new Map(rows.map(({ id, ...defaults }) => [id, defaults]));
}

const findNamed = statement(
  "customer_find_named",
  `select ${customerJson} as json from customers r where r.company_id = $1 and r.id = any($2::bigint[])
   union all
   select ${customerJson} from customers r where r.company_id = $1 and r.external_id = any($3::text[])
   union all
   select c.json from unnest($4::text[]) as given(email) cross join lateral (
     select ${customerJson} as json from customers r
     where r.company_id = $1 and lower(r.email) = given.email and r.email is not null
     order by r.created_at desc, r.id desc limit 2
   ) c`,
);

/** Email addresses are in lower case. Two customers per address are enough to detect that it is ambiguous. */
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

const isNamed = (value: string) => `r.name_key like ${typedKey(value)}`;

/** A phone number without what people write between its digits; an index has it. */
const phoneDigits = (phone: string) => `translate(${phone}, ' +()-./', '')`;

export const customerListing: Listing = {
  name: "customers",
  table: "customers",
  filters: {
    external_id: (value) => `r.external_id = ${value}`,
    email: (value) => `lower(r.email) = lower(${value}::text) and r.email is not null`,
    tax_id: (value) => `r.tax_id = ${value}`,
    phone: (value) => `${phoneDigits("r.phone")} = ${phoneDigits(`${value}::text`)} and r.phone is not null`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
    ...textFilters(isNamed),
  },
  paths: [
    { filters: ["external_id"] },
    { filters: ["email"] },
    { filters: ["tax_id"] },
    { filters: ["phone"] },
    metadataPath,
    textPath(isNamed),
  ],
  sorts: { name: nameSort },
  render: (page, _lines, also = "") => `select ${customerJson} as json${also} from ${page} r`,
};

/**
 * For searches of sales and invoices: `value` is a parameter, a list whose first entry is a name pattern and whose rest are whole
 * document numbers. A name that matches more customers than this is too broad to help anyone.
 */
export const customersNamedSql = (value: string) =>
  fragment(
    `(select c.id from customers c where c.company_id = $1 and c.name_key like ${typedKey(`(${value}::text[])[1]`)} limit 100)`,
  );
