import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fromNewestSql } from "../../../platform/db/page.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";

const newestOf = (count: number) => `order by r.created_at desc, r.id desc limit ${count}`;
const newest = newestOf(5);

/** A search text in each form that a query needs. */
export type SearchTerm = {
  /** LIKE patterns: the longest word, which the index is searched for, and all words. */
  word: string;
  words: string[];
  /** LIKE patterns for a prefix, as typed and in lower case. */
  start: string;
  lowerStart: string;
  /** Invoice numbers that the text may mean, and a prefix of one; null if it has neither letter nor digit. */
  numbers: string[];
  numberStart: string | null;
};

const named = `${fromNewestSql} and r.name ilike $2 and r.name ilike all($3::text[])`;

/** The newest few matches of each subquery, deduplicated, and the newest few of those. */
const foundBy = (table: string, fields: string, joins: string, ways: string[]) => `
  with found as (${ways.map((way) => `(${way})`).join(" union ")})
  select ${jsonOf(fields)} as json from found f join ${table} r on r.company_id = $1 and r.id = f.id ${joins} ${newest}`;

const customers = statement(
  "search_customers",
  foundBy("customers", "r.id, r.name, r.email, r.external_id", "", [
    `select r.id from customers r where r.company_id = $1 and ${named} ${newest}`,
    `select r.id from customers r where r.company_id = $1 and r.email is not null and lower(r.email) like $4 ${newest}`,
    `select r.id from customers r where r.company_id = $1 and r.external_id like $5 ${newest}`,
  ]),
);

export function searchCustomers(db: Queryable, companyId: number, term: SearchTerm): Promise<Json[]> {
  const { word, words, start, lowerStart } = term;
  return jsonFrom(db, customers, [companyId, word, words, lowerStart, start]);
}

const products = statement(
  "search_products",
  foundBy("products", "r.id, r.name, r.sku, r.unit_price, r.currency, r.active, r.external_id", "", [
    `select r.id from products r where r.company_id = $1 and ${named} ${newest}`,
    `select r.id from products r where r.company_id = $1 and r.sku ilike $4 ${newest}`,
    `select r.id from products r where r.company_id = $1 and r.external_id like $5 ${newest}`,
  ]),
);

export function searchProducts(db: Queryable, companyId: number, term: SearchTerm): Promise<Json[]> {
  const { word, words, start, lowerStart } = term;
  return jsonFrom(db, products, [companyId, word, words, lowerStart, start]);
}

// An issued invoice shows the customer as of its issue date.
const invoiceFields = `r.id, r.number, r.status, coalesce(r.customer_snapshot ->> 'name', c.name) as customer_name,
  r.total, r.currency, r.invoice_date, r.due_date, r.external_id`;

// A name that matches more customers than this is too broad to be useful.
const ofCustomers = `select r.id from (
    select r.id from customers r where r.company_id = $1 and ${named} ${newestOf(100)}
  ) c cross join lateral (
    select r.id, r.created_at from invoices r where r.company_id = $1 and r.customer_id = c.id ${newest}
  ) r ${newest}`;

const invoices = statement(
  "search_invoices",
  foundBy("invoices", invoiceFields, "join customers c on c.company_id = $1 and c.id = r.customer_id", [
    `select r.id from invoices r where r.company_id = $1 and r.number_key = any($4::text[])`,
    `select r.id from invoices r where r.company_id = $1 and r.number_key like $5 ${newest}`,
    `select r.id from invoices r where r.company_id = $1 and r.external_id like $6 ${newest}`,
    ofCustomers,
  ]),
);

export function searchInvoices(db: Queryable, companyId: number, term: SearchTerm): Promise<Json[]> {
  const { word, words, start, numbers, numberStart } = term;
  return jsonFrom(db, invoices, [companyId, word, words, numbers, numberStart, start]);
}

async function jsonFrom(db: Queryable, sql: typeof invoices, values: unknown[]): Promise<Json[]> {
  return (await db.query<{ json: Json }>(sql, values)).map(({ json }) => json);
}
