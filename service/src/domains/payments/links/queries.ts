import { type Queryable, statement } from "../../../platform/db/database.ts";
import { partOfFew, partWhere } from "../../../platform/db/lists/list-paths.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { linkRecord, type NewLink } from "./fields.ts";

const find = statement(
  "link_find",
  `select ${jsonOf(linkRecord.selectSql("record"))} as json from payment_links r where r.company_id = $1 and r.id = $2`,
);
const lock = statement(
  "link_lock",
  "select id from payment_links where company_id = $1 and id = $2 for no key update",
);

export async function findLink(db: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(find, [companyId, id]);
  return row?.json;
}

/** Locked before it is read, so that the lock protects the attempts that are read. */
export async function lockLink(tx: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const locked = await tx.query(lock, [companyId, id]);
  return locked.length === 1 ? findLink(tx, companyId, id) : undefined;
}

const exists = statement("link_exists", "select 1 from payment_links where company_id = $1 and id = $2");

export async function linkExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const findUsable = statement(
  "link_find_usable",
  `select r.id, r.secret from payment_links r
   where r.company_id = $1 and r.invoice_id = $2 and r.status = 'active' and r.expires_at > $3 and r.amount = $4
     and r.currency = $5 and r.min_amount is null
   order by r.created_at desc, r.id desc limit 1`,
);

/** The newest link for this amount of an invoice that can still be paid at a time. */
export async function findUsableLink(
  tx: Queryable,
  companyId: number,
  wanted: { invoiceId: number; until: Date; amount: number; currency: string },
): Promise<{ id: number; secret: string } | undefined> {
  const { invoiceId, until, amount, currency } = wanted;
  const values = [companyId, invoiceId, until, amount, currency];
  const [row] = await tx.query<Pick<Tables["payment_links"], "id" | "secret">>(findUsable, values);
  return row;
}

const omitted = ["id"];
const parameters = { created_at: "$1", updated_at: "$1" };

const insert = statement("link_insert", `${linkRecord.insertOneSql(2, omitted, parameters)} returning id`);

export async function insertLink(tx: Queryable, link: Omit<NewLink, "id">): Promise<number> {
  const values = linkRecord.insertOneValues({ ...link, id: 0 }, omitted, parameters);
  const [row] = await tx.query<Pick<Tables["payment_links"], "id">>(insert, [link.now, ...values]);
  return row!.id;
}

const setCancelled = statement(
  "link_cancel",
  "update payment_links set status = 'cancelled', updated_at = $3 where company_id = $1 and id = $2",
);

export async function cancelLinkRow(tx: Queryable, companyId: number, id: number, now: Date): Promise<void> {
  await tx.query(setCancelled, [companyId, id, now]);
}

// A reusable link that ended before the payment was reported keeps the time at which it ended.
const countPayment = statement(
  "link_count_payment",
  `update payment_links r set payment_count = r.payment_count + 1, status = c.status,
     updated_at = case when c.status in ('active', 'paid') then $3 else r.updated_at end
   from (
     select case when not l.reusable or l.payment_count + 1 >= l.max_payments then 'paid' else l.status end as status
     from payment_links l where l.company_id = $1 and l.id = $2
   ) c
   where r.company_id = $1 and r.id = $2`,
);

/** Counts a payment of a link that is locked, and marks the link as paid if that was the last one. */
export async function countLinkPayment(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<void> {
  await tx.query(countPayment, [companyId, id, now]);
}

// A link may have expired before the pass marks it, so the filters compare times.
export const linkListing: Listing = {
  name: "payment_links",
  table: "payment_links",
  filters: {
    // "r.id > 0" is what the index by status demands, which is for lists alone.
    active: (value) => `r.id > 0 and r.status = 'active' and r.expires_at > ${value}`,
    expired: (value) => `(r.status = 'expired' or (r.status = 'active' and r.expires_at <= ${value}))`,
    settled: (value) => `r.id > 0 and r.status = ${value}`,
    invoice_id: (value) => `r.invoice_id = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
  },
  paths: [
    { filters: ["invoice_id"] },
    metadataPath,
    { filters: ["active"] },
    { filters: ["settled"] },
    {
      filters: ["expired"],
      parts: [
        partWhere(
          "payment_links",
          (of) => `r.id > 0 and r.status = 'expired' and ${of("expired")}::timestamptz is not null`,
        ),
        // Few rows, because the pass marks them soon.
        partOfFew(
          "payment_links",
          (of) => `r.status = 'active' and r.expires_at > '-infinity' and r.expires_at <= ${of("expired")}`,
        ),
      ],
    },
  ],
  sorts: {
    expires_at: { sql: "r.expires_at", type: "timestamptz" },
    amount: { sql: "r.amount", type: "numeric" },
  },
  render: (page, _lines, also = "") =>
    `select ${jsonOf(linkRecord.selectSql("entry"))} as json${also} from ${page} r`,
};

// Whenever the pass gets to it, a link expired at its own time.
const expireSql = (more = "") =>
  `with due as (
     select company_id, id from payment_links
     where status = 'active' and expires_at > '-infinity' and expires_at <= $1 ${more}
     order by expires_at limit $2 for no key update skip locked
   )
   update payment_links r set status = 'expired', updated_at = r.expires_at from due
   where r.company_id = due.company_id and r.id = due.id returning r.company_id, r.id`;

const expire = statement("link_expire", expireSql());
const expireOf = statement("link_expire_of", expireSql("and company_id = $3"));
const findMany = statement(
  "link_find_many",
  `select r.company_id, ${jsonOf(linkRecord.selectSql("record"))} as json
   from unnest($1::int8[], $2::int8[]) k(company_id, id)
   join payment_links r on r.company_id = k.company_id and r.id = k.id order by r.company_id, r.id`,
);

type LinkKey = Pick<Tables["payment_links"], "company_id" | "id">;

/** Expires links of any companies, or of one, and reads them once they are locked, by company and id. */
export async function expireDueLinks(
  tx: Queryable,
  now: Date,
  limit: number,
  companyId?: number,
): Promise<{ companyId: number; json: Json }[]> {
  const keys =
    companyId === undefined
      ? await tx.query<LinkKey>(expire, [now, limit])
      : await tx.query<LinkKey>(expireOf, [now, limit, companyId]);
  const values = [keys.map(({ company_id }) => company_id), keys.map(({ id }) => id)];
  const rows = await tx.query<Pick<LinkKey, "company_id"> & { json: Json }>(findMany, values);
  return rows.map(({ company_id, json }) => ({ companyId: company_id, json }));
}
