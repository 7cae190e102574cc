import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** The supplier fields of an invoice, from the alias `co`. */
export const supplierSnapshotFields = `co.name, co.tax_id, co.registration_number, co.email, co.phone,
  co.address || jsonb_build_object('country', co.country) as address`;

const fields = `co.id, co.name, co.status, co.email, co.phone, co.tax_id, co.registration_number, co.address,
  co.country, co.currency, co.time_zone, co.language, co.payment_terms_days, co.prices_include_tax,
  co.invoice_series, co.gateway, co.clock_offset_ms,
  ${jsonOf(supplierSnapshotFields)} as supplier,
  ${isoSql("co.created_at")} as created_at, ${isoSql("co.updated_at")} as updated_at,
  ${isoSql("co.approved_at")} as approved_at, ${isoSql("co.suspended_at")} as suspended_at`;

const insert = statement(
  "company_insert",
  `with company as (
     insert into companies (name, email, created_at, updated_at) values ($2, $3, $1, $1) returning id
   ), counters as (
     insert into company_counters (company_id) select id from company
   ), subscription as (
     insert into subscriptions (company_id) select id from company
   )
   select id from company`,
);

export async function insertCompany(tx: Queryable, now: Date, name: string, email: string): Promise<number> {
  const [row] = await tx.query<Pick<Tables["companies"], "id">>(insert, [now, name, email]);
  return row!.id;
}

const find = statement("company_find", `select ${jsonOf(fields)} as json from companies co where co.id = $1`);
const lock = statement("company_lock", `${find.text} for no key update of co`);

export async function findCompany(db: Queryable, companyId: number): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId]);
  return row?.json;
}

export async function lockCompany(tx: Queryable, companyId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ json: string }>(lock, [companyId]);
  return row?.json;
}

const lockRow = statement("company_lock_row", "select from companies where id = $1 for no key update");

/** For what is done once in a company, when two people may ask for it at the same time. */
export async function lockCompanyRow(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(lockRow, [companyId]);
}

const setStatus = statement(
  "company_set_status",
  `update companies set status = $3, updated_at = $2, status_reason = $4,
     refused_at = case when $3 = 'refused' then $2::timestamptz end,
     approved_at = case when $3 = 'active' then coalesce(approved_at, $2) else approved_at end,
     suspended_at = case when $3 = 'suspended' then $2::timestamptz end
   where id = $1`,
);

export async function setCompanyStatus(
  tx: Queryable,
  companyId: number,
  now: Date,
  status: "active" | "suspended" | "refused",
  reason: string | null,
) {
  await tx.query(setStatus, [companyId, now, status, reason]);
}

const setGateway = statement(
  "company_set_gateway",
  "update companies set gateway = $3, updated_at = $2 where id = $1",
);

export async function setGatewayChoice(tx: Queryable, companyId: number, now: Date, gateway: string) {
  await tx.query(setGateway, [companyId, now, gateway]);
}

export type ProfileColumns = Pick<
  Tables["companies"],
  | "name"
  | "email"
  | "phone"
  | "tax_id"
  | "registration_number"
  | "address"
  | "country"
  | "currency"
  | "time_zone"
  | "language"
  | "payment_terms_days"
  | "prices_include_tax"
  | "invoice_series"
> & { address: object };

const update = statement(
  "company_update",
  `update companies set name = $3, email = $4, phone = $5, tax_id = $6, registration_number = $7, address = $8,
     country = $9, currency = $10, time_zone = $11, payment_terms_days = $12, invoice_series = $13,
     language = $14, prices_include_tax = $15, updated_at = $2
   where id = $1`,
);

export async function updateProfile(tx: Queryable, companyId: number, now: Date, profile: ProfileColumns) {
  await tx.query(update, [
    companyId,
    now,
    profile.name,
    profile.email,
    profile.phone,
    profile.tax_id,
    profile.registration_number,
    profile.address,
    profile.country,
    profile.currency,
    profile.time_zone,
    profile.payment_terms_days,
    profile.invoice_series,
    profile.language,
    profile.prices_include_tax,
  ]);
}

/** Notifies every node of companies whose status, plan, keys or settings changed. */
export const companiesChannel = "billfold_companies";

const notify = statement("company_announce", `select pg_notify('${companiesChannel}', $1)`);

/** These changes are rare, so the NOTIFY may be part of the transaction: every node is notified at commit. */
export async function notifyCompanyChanged(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(notify, [String(companyId)]);
}

const unknownZones = statement(
  "company_unknown_zones",
  `select distinct co.time_zone from companies co
   where not exists (select from pg_timezone_names z where z.name = co.time_zone) order by 1 limit 20`,
);

/** Time zones of companies that this PostgreSQL server does not know, so that it cannot compute their current date. */
export async function findUnknownTimeZones(db: Queryable): Promise<string[]> {
  return (await db.query<Pick<Tables["companies"], "time_zone">>(unknownZones)).map(
    ({ time_zone }) => time_zone,
  );
}

const ofHour = statement(
  "company_of_hour",
  "select id from companies where id > $1 and id % 24 = $2 order by id limit 1000",
);

/** Up to 1,000 companies whose turn it is at this hour of the day, in the order of their ids. */
export async function findCompaniesOfHour(db: Queryable, hour: number, afterId: number): Promise<number[]> {
  const rows = await db.query<Pick<Tables["companies"], "id">>(ofHour, [afterId, hour]);
  return rows.map(({ id }) => id);
}

const any = statement("company_any", "select 1 from companies limit 1");

export async function hasCompanies(db: Queryable): Promise<boolean> {
  return (await db.query(any)).length > 0;
}

const setClock = statement(
  "company_set_clock",
  "update companies set clock_offset_ms = $2 where id = $1 and clock_offset_ms < $2",
);

/** Moves a company's clock ahead, never back. */
export async function setClockOffset(tx: Queryable, companyId: number, offsetMs: number): Promise<void> {
  await tx.query(setClock, [companyId, offsetMs]);
}

const movedClocks = statement(
  "company_moved_clocks",
  "select id, clock_offset_ms from companies where clock_offset_ms > 0 and id > $1 order by id limit $2",
);

/** Companies whose clock was moved, in the order of their ids. */
export function findMovedClocks(
  db: Queryable,
  afterId: number,
  limit: number,
): Promise<Pick<Tables["companies"], "id" | "clock_offset_ms">[]> {
  return db.query(movedClocks, [afterId, limit]);
}
