import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";

/** The buyers' latest attempts, newest first; older ones are of no interest. */
const attempts = `(select coalesce(json_agg(${jsonOf(
  `a.reference, a.gateway, a.amount, a.currency, a.status, a.reason,
  ${isoSql("a.created_at")} as created_at, ${isoSql("a.updated_at")} as updated_at`,
)} order by a.id desc), '[]') from (
    select * from payment_attempts t where t.company_id = r.company_id and t.payment_link_id = r.id
    order by t.id desc limit 10
  ) a) as attempts`;

/** The checkout's address and the QR code are added by the service: they follow from the reference. */
const fields = `r.id, 'pl_' || r.id || '_' || r.secret as reference, r.amount, r.currency, r.invoice_id, r.email, r.phone,
  r.purpose, r.label, r.status, ${attempts}, ${isoSql("r.expires_at")} as expires_at, ${isoSql("r.created_at")} as created_at,
  ${isoSql("r.updated_at")} as updated_at`;

const find = statement(
  "link_find",
  `select ${jsonOf(fields)} as json from payment_links r where r.company_id = $1 and r.id = $2`,
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

export type LinkColumns = {
  secret: string;
  amount: string;
  currency: string;
  invoice_id: number | null;
  email: string | null;
  phone: string | null;
  purpose: string | null;
  label: string | null;
  expires_at: Date;
};

const insert = statement(
  "link_insert",
  `insert into payment_links (company_id, secret, amount, currency, invoice_id, email, phone, purpose, label, expires_at,
     created_at, updated_at)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2, $2) returning id`,
);

export async function insertLink(
  tx: Queryable,
  companyId: number,
  now: Date,
  link: LinkColumns,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(insert, [
    companyId,
    now,
    link.secret,
    link.amount,
    link.currency,
    link.invoice_id,
    link.email,
    link.phone,
    link.purpose,
    link.label,
    link.expires_at,
  ]);
  return row!.id;
}

// Whenever the pass gets to it, a link expired at its own time.
const setStatus = statement(
  "link_set_status",
  `update payment_links set status = $4, updated_at = case when $4 = 'expired' then expires_at else $3 end
   where company_id = $1 and id = $2`,
);

export async function setLinkStatus(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  status: "paid" | "expired" | "cancelled",
): Promise<void> {
  await tx.query(setStatus, [companyId, id, now, status]);
}

// A link may have expired before the pass marks it, so the filters compare times.
export const linkListing: Listing = {
  name: "payment_links",
  table: "payment_links",
  filters: {
    active: "r.status = 'active' and r.expires_at > $",
    expired: "(r.status = 'expired' or (r.status = 'active' and r.expires_at <= $))",
    settled: "r.status = $",
    invoice_id: "r.invoice_id = $",
    created_from: "r.created_at >= $",
    created_to: "r.created_at < $",
  },
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r`,
};

const findExpired = statement(
  "link_find_expired",
  `select company_id, id from payment_links where status = 'active' and expires_at <= $1
   order by expires_at limit $2 for no key update skip locked`,
);

export function lockExpired(tx: Queryable, now: Date, limit: number) {
  return tx.query<{ company_id: number; id: number }>(findExpired, [now, limit]);
}
