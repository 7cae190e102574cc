import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ListPath, partOfCustomers, partOfFew } from "../../../platform/db/lists/list-paths.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { customersNamedSql } from "../../catalog/customers/service.ts";
import { joinTodaySql } from "../../tenancy/companies/fragments.ts";
import { linesBytesSql } from "../lines/service.ts";
import { type NewQuote, type QuoteColumns, quoteRecord, quoteSql } from "./fields.ts";

/** The database draws the id, and the lines are stored after the quote. */
const omitted = ["id"];
const parameters = { created_at: "$1", updated_at: "$1" };

const insert = statement("quote_insert", `${quoteRecord.insertOneSql(2, omitted, parameters)} returning id`);

export async function insertQuote(tx: Queryable, quote: Omit<NewQuote, "id" | "lines">): Promise<number> {
  const values = quoteRecord.insertOneValues({ ...quote, id: 0, lines: [] }, omitted, parameters);
  const [row] = await tx.query<Pick<Tables["quotes"], "id">>(insert, [quote.now, ...values]);
  return row!.id;
}

const update = statement(
  "quote_update",
  `update quotes set ${quoteRecord.updateSql(4)}, updated_at = $3 where company_id = $1 and id = $2`,
);

export async function updateQuote(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  columns: QuoteColumns,
): Promise<void> {
  await tx.query(update, [companyId, id, now, ...quoteRecord.updateValues(columns)]);
}

const setSent = statement(
  "quote_send",
  "update quotes set status = 'sent', sent_at = $3, valid_until = $4, updated_at = $3 where company_id = $1 and id = $2",
);
const setAccepted = statement(
  "quote_accept",
  `update quotes set status = 'accepted', accepted_at = $3, accepted_by = $4, updated_at = $3
   where company_id = $1 and id = $2`,
);
const setDeclined = statement(
  "quote_decline",
  `update quotes set status = 'declined', declined_at = $3, declined_by = $4, decline_reason = $5, updated_at = $3
   where company_id = $1 and id = $2`,
);
const setInvoiced = statement(
  "quote_set_invoiced",
  `update quotes set status = 'invoiced', sale_id = $4, invoice_id = $5, updated_at = $3
   where company_id = $1 and id = $2`,
);

/** What happened to a quote; the database fills in the rest. */
export type QuoteStep =
  | { to: "sent"; validUntil: string }
  | { to: "accepted"; by: string | null }
  | { to: "declined"; by: string | null; reason: string | null }
  | { to: "invoiced"; saleId: number | null; invoiceId: number | null };

export async function moveQuoteRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  step: QuoteStep,
): Promise<void> {
  const key = [companyId, id, now];
  switch (step.to) {
    case "sent":
      return void (await tx.query(setSent, [...key, step.validUntil]));
    case "accepted":
      return void (await tx.query(setAccepted, [...key, step.by]));
    case "declined":
      return void (await tx.query(setDeclined, [...key, step.by, step.reason]));
    case "invoiced":
      return void (await tx.query(setInvoiced, [...key, step.saleId, step.invoiceId]));
  }
}

const lockOfInvoice = statement(
  "quote_lock_of_invoice",
  "select id from quotes where company_id = $1 and invoice_id = $2 for no key update",
);

/** The quote that became this invoice, locked. */
export async function lockQuoteOfInvoice(
  tx: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<number | undefined> {
  const [row] = await tx.query<Pick<Tables["quotes"], "id">>(lockOfInvoice, [companyId, invoiceId]);
  return row?.id;
}

const reopen = statement(
  "quote_reopen",
  `update quotes set status = case when accepted_at is null then 'sent' else 'accepted' end, invoice_id = null,
     updated_at = $3 where company_id = $1 and id = $2`,
);

export async function reopenQuoteRow(tx: Queryable, companyId: number, id: number, now: Date): Promise<void> {
  await tx.query(reopen, [companyId, id, now]);
}

const find = statement(
  "quote_find",
  `select ${quoteSql("record")} as json from quotes r where r.company_id = $1 and r.id = $2`,
);
const lock = statement(
  "quote_lock",
  "select id from quotes where company_id = $1 and id = $2 for no key update",
);

export async function findQuote(db: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(find, [companyId, id]);
  return row?.json;
}

/** Locked before it is read, so that what is read is protected by the lock. */
export async function lockQuote(tx: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const locked = await tx.query(lock, [companyId, id]);
  return locked.length === 1 ? findQuote(tx, companyId, id) : undefined;
}

const exists = statement("quote_exists", "select 1 from quotes where company_id = $1 and id = $2");

export async function quoteExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const findBySecret = statement(
  "quote_find_by_secret",
  "select company_id, id from quotes where id = $1 and secret = $2 and sent_at is not null",
);

/** Not scoped to a company: a buyer only has the address, whose secret nobody can guess. */
export async function findQuoteBySecret(
  db: Queryable,
  id: number,
  secret: string,
): Promise<QuoteKey | undefined> {
  const [row] = await db.query<QuoteKey>(findBySecret, [id, secret]);
  return row;
}

type ValueOf = (name: string) => string;
const hasNumber = (of: ValueOf) => `r.number_key = any((${of("q")}::text[])[2:])`;
const customersNamed = (of: ValueOf) => customersNamedSql(of("q"));

export const namedPath: ListPath = {
  filters: ["q"],
  parts: [partOfFew("quotes", hasNumber), partOfCustomers("quotes", customersNamed, hasNumber)],
  hasGroups: true,
};

export const quoteListing: Listing = {
  name: "quotes",
  table: "quotes",
  filters: {
    status: (value) => `r.status = ${value}`,
    customer_id: (value) => `r.customer_id = ${value}`,
    currency: (value) => `r.currency = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
    q: (value) =>
      `r.number_key = any((${value}::text[])[2:]) or r.customer_id in ${customersNamedSql(value)}`,
  },
  paths: [
    { filters: ["external_id"] },
    metadataPath,
    namedPath,
    { filters: ["customer_id"] },
    { filters: ["status"] },
    { filters: ["currency"] },
  ],
  sorts: {
    quote_date: { sql: "r.quote_date", type: "date" },
    valid_until: { sql: "r.valid_until", type: "date" },
    total: { sql: "r.total", type: "numeric" },
  },
  bytes: (lines) => (lines ? linesBytesSql("quote") : undefined),
  render: (page, lines, also = "") =>
    `select ${quoteSql(lines ? "record" : "entry")} as json${also} from ${page} r`,
};

// No company is further ahead than 14 hours, so that one range of dates has what is over in any time zone.
const expireSql = (more = "") =>
  `with due as (
     select r.company_id, r.id from quotes r
     ${joinTodaySql("$1")}
     where r.status = 'sent' and r.valid_until < co.today
       and r.valid_until > '-infinity'
       and r.valid_until < ($1::timestamptz at time zone 'UTC' + interval '14 hours')::date ${more}
     limit $2 for no key update of r skip locked
   )
   update quotes r set status = 'expired', updated_at = $1 from due
   where r.company_id = due.company_id and r.id = due.id returning r.company_id, r.id`;

const expire = statement("quote_expire", expireSql());
const expireOf = statement("quote_expire_of", expireSql("and r.company_id = $3"));
const findMany = statement(
  "quote_find_many",
  `select r.company_id, ${quoteSql("record")} as json
   from unnest($1::int8[], $2::int8[]) k(company_id, id)
   join quotes r on r.company_id = k.company_id and r.id = k.id order by r.company_id, r.id`,
);

type QuoteKey = Pick<Tables["quotes"], "company_id" | "id">;

/** Expires quotes of any companies, or of one, and reads them once they are locked, by company and id. */
export async function expireDueQuotes(
  tx: Queryable,
  now: Date,
  limit: number,
  companyId?: number,
): Promise<{ companyId: number; json: Json }[]> {
  const keys =
    companyId === undefined
      ? await tx.query<QuoteKey>(expire, [now, limit])
      : await tx.query<QuoteKey>(expireOf, [now, limit, companyId]);
  const values = [keys.map(({ company_id }) => company_id), keys.map(({ id }) => id)];
  const rows = await tx.query<Pick<QuoteKey, "company_id"> & { json: Json }>(findMany, values);
  return rows.map(({ company_id, json }) => ({ companyId: company_id, json }));
}

const markViewed = statement(
  "quote_mark_viewed",
  "update quotes set viewed_at = $3 where company_id = $1 and id = $2 and viewed_at is null returning 1",
);

/** Whether it was the first time. */
export async function markQuoteViewed(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  return (await tx.query(markViewed, [companyId, id, now])).length === 1;
}
