import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ListPath, partOfCustomers, partOfFew } from "../../../platform/db/list-paths.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { customersNamedSql } from "../../catalog/customers/service.ts";
import { linesBytesSql } from "../lines/service.ts";
import { type NewSale, type SaleColumns, saleRecord, saleSql } from "./fields.ts";

/** The database draws the id, and the lines are stored after the sale. */
const omitted = ["id"];
const parameters = { created_at: "$1", updated_at: "$1" };

const insert = statement("sale_insert", `${saleRecord.insertOneSql(2, omitted, parameters)} returning id`);

export async function insertSale(
  tx: Queryable,
  sale: Omit<NewSale, "id" | "lines" | "invoice_id" | "portal_token">,
): Promise<number> {
  const created = { ...sale, id: 0, invoice_id: null, portal_token: null, lines: [] };
  const values = saleRecord.insertOneValues(created, omitted, parameters);
  const [row] = await tx.query<{ id: number }>(insert, [sale.now, ...values]);
  return row!.id;
}

const update = statement(
  "sale_update",
  `update sales set ${saleRecord.updateSql(4)}, updated_at = $3 where company_id = $1 and id = $2`,
);

export async function updateSale(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: SaleColumns,
) {
  await tx.query(update, [companyId, id, now, ...saleRecord.updateValues(columns)]);
}

const setStatus = statement(
  "sale_set_status",
  "update sales set status = $4, updated_at = $3 where company_id = $1 and id = $2",
);

export async function setSaleStatus(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  status: "open" | "invoiced" | "cancelled",
): Promise<void> {
  await tx.query(setStatus, [companyId, id, now, status]);
}

const find = statement(
  "sale_find",
  `select ${saleSql("record")} as json from sales r where r.company_id = $1 and r.id = $2`,
);
const lock = statement(
  "sale_lock",
  "select id from sales where company_id = $1 and id = $2 for no key update",
);

export async function findSale(db: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId, id]);
  return row?.json;
}

/** Locked before it is read, so that what is read is protected by the lock. */
export async function lockSale(tx: Queryable, companyId: number, id: number): Promise<string | undefined> {
  const locked = await tx.query(lock, [companyId, id]);
  return locked.length === 1 ? findSale(tx, companyId, id) : undefined;
}

const exists = statement("sale_exists", "select 1 from sales where company_id = $1 and id = $2");

export async function saleExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

type ValueOf = (name: string) => string;
const hasNumber = (of: ValueOf) => `r.number_key = any((${of("q")}::text[])[2:])`;
const customersNamed = (of: ValueOf) => customersNamedSql(of("q"));

export const namedPath: ListPath = {
  filters: ["q"],
  parts: [partOfFew("sales", hasNumber), partOfCustomers("sales", customersNamed, hasNumber)],
  hasGroups: true,
};

export const saleListing: Listing = {
  name: "sales",
  table: "sales",
  filters: {
    status: (value) => `r.status = ${value}`,
    customer_id: (value) => `r.customer_id = ${value}`,
    currency: (value) => `r.currency = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    q: (value) =>
      `r.number_key = any((${value}::text[])[2:]) or r.customer_id in ${customersNamedSql(value)}`,
  },
  paths: [
    { filters: ["external_id"] },
    namedPath,
    { filters: ["customer_id"] },
    { filters: ["status"] },
    { filters: ["currency"] },
  ],
  bytes: (lines) => (lines ? linesBytesSql("sale") : undefined),
  render: (page, lines) => `select ${saleSql(lines ? "record" : "entry")} as json from ${page} r`,
};
