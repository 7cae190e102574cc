import type { LookUp, ReadPool } from "../../../platform/db/connections/read-pool.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { fromCustomers, joinCustomerOf } from "../../catalog/customers/fragments.ts";
import {
  customerSnapshotFields,
  customerVersionSql,
  joinCustomerSql,
} from "../../catalog/customers/service.ts";
import { activeLinkSql } from "../../payments/links/fragments.ts";
import { andCompaniesSql, joinTodaySql } from "../../tenancy/companies/fragments.ts";
import {
  companyCurrencySql,
  companyVersionSql,
  joinCompanySql,
  supplierSnapshotFields,
} from "../../tenancy/companies/service.ts";
import {
  type AccountingContent,
  type InvoiceContent,
  invoiceRecord,
  isPayableSql,
  owingSql,
} from "./fields.ts";
import type { InvoiceStatus } from "./status.ts";

/** The parties of the rows `r`. */
export const partiesSql = `${joinCustomerSql} ${joinCompanySql}`;

const find = statement(
  "invoice_find",
  `select ${jsonOf(invoiceRecord.selectSql("record"))} as json from invoices r ${partiesSql} where r.company_id = $1 and r.id = $3`,
);

export async function findInvoice(
  db: Queryable,
  companyId: number,
  today: string,
  id: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId, today, id]);
  return row?.json;
}

const findLocked = statement(
  "invoice_find_locked",
  `select r.external_id, ${jsonOf(invoiceRecord.selectSql("record"))} as json from invoices r ${partiesSql}
   where r.company_id = $1 and r.id = any($3::bigint[])`,
);
const lockMany = statement(
  "invoice_lock_many",
  `select r.id from invoices r where r.company_id = $1 and r.external_id = any($2::text[])
   order by r.external_id for no key update of r`,
);

/** By their external ids; locked before they are read. */
export async function lockInvoices(
  tx: Queryable,
  companyId: number,
  today: string,
  externalIds: readonly string[],
): Promise<Map<string, Json>> {
  const locked = await tx.query<Pick<Tables["invoices"], "id">>(lockMany, [companyId, externalIds]);
  if (locked.length === 0) return new Map();
  const ids = locked.map(({ id }) => id);
  const rows = await tx.query<{ external_id: NonNullable<Tables["invoices"]["external_id"]>; json: Json }>(
    findLocked,
    [companyId, today, ids],
  );
  return new Map(rows.map(({ external_id, json }) => [external_id, json]));
}

const findTaken = statement(
  "invoice_external_ids_taken",
  "select r.external_id from invoices r where r.company_id = $1 and r.external_id = any($2::text[])",
);

/** Those of the external ids that invoices have. */
export async function findTakenInvoiceIds(
  db: Queryable,
  companyId: number,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await db.query<{ external_id: NonNullable<Tables["invoices"]["external_id"]> }>(findTaken, [
    companyId,
    externalIds,
  ]);
  return new Set(rows.map(({ external_id }) => external_id));
}

export const owing = owingSql("r");

/** Changes with what an invoice `r` shows: with its row, with the day it falls due, and as a draft with its parties. */
export const versionSql = (today: string, company = "$1") => `concat(r.xmin,
  case when ${owing} and r.due_date < ${today} then ' overdue' end,
  case when r.customer_snapshot is null or r.supplier_snapshot is null
    then ' ' || ${customerVersionSql} || ' ' || ${companyVersionSql(company)} end)`;

const findVersion = statement(
  "invoice_version",
  `select ${versionSql("$2::date")} as version from invoices r where r.company_id = $1 and r.id = $3`,
);

const findVersioned = statement(
  "invoice_find_versioned",
  `select ${versionSql("$2::date")} as version, ${jsonOf(invoiceRecord.selectSql("record"))} as json
   from invoices r ${partiesSql} where r.company_id = $1 and r.id = $3`,
);

type InvoiceKey = [companyId: number, today: string, id: number];

/** As one text: rows of their own would cost the driver more than all else. It is empty for what does not exist. */
const findVersions = statement(
  "invoice_versions",
  `select string_agg(${versionSql("k.today", "r.company_id")}, ',' order by k.place) as versions
   from unnest($1::bigint[], $2::date[], $3::bigint[]) with ordinality k(company_id, today, id, place)
   left join invoices r on r.company_id = k.company_id and r.id = k.id`,
);

const lookUpVersions: LookUp<InvoiceKey, string | undefined> = async (db, keys) => {
  if (keys.length === 1) {
    const [found] = await db.query<{ version: string }>(findVersion, keys[0]);
    return [found?.version];
  }
  const columns = [0, 1, 2].map((column) => keys.map((key) => key[column]));
  const [found] = await db.query<{ versions: string }>(findVersions, columns);
  return found!.versions.split(",").map((version) => version || undefined);
};

/** As bytes, rendered again only if it has changed since it was last read. */
export async function readInvoice(
  { rendered, query, lookUp }: ReadPool,
  companyId: number,
  today: string,
  id: number,
): Promise<Json | Buffer | undefined> {
  const texts = rendered.of("invoice");
  const key: InvoiceKey = [companyId, today, id];
  const version = await lookUp(lookUpVersions, key);
  const known = version && texts.find(id, version);
  if (known || version === undefined) return known || undefined;
  const [found] = await query<{ version: string; json: Json }>(findVersioned, key);
  return found && texts.keep(id, found.version, found.json);
}

const lock = statement(
  "invoice_lock",
  "select id from invoices where company_id = $1 and id = $2 for no key update",
);

/** Locked before it is read, so that what is read is protected by the lock; both queries leave in one packet. */
export async function lockInvoice(
  tx: Queryable,
  companyId: number,
  today: string,
  id: number,
): Promise<string | undefined> {
  const [, found] = await Promise.all([
    tx.query(lock, [companyId, id]),
    findInvoice(tx, companyId, today, id),
  ]);
  return found;
}

const exists = statement("invoice_exists", "select 1 from invoices where company_id = $1 and id = $2");

export async function invoiceExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const activeLink = statement("invoice_has_active_link", activeLinkSql);

export async function hasActiveLink(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(activeLink, [companyId, id])).length === 1;
}

const update = statement(
  "invoice_update",
  `update invoices set ${invoiceRecord.updateSql(4)}, updated_at = $3 where company_id = $1 and id = $2`,
);

export async function updateContent(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  content: InvoiceContent,
) {
  await tx.query(update, [companyId, id, now, ...invoiceRecord.updateValues(content)]);
}

const freeze = statement(
  "invoice_issue",
  `update invoices r set status = $5, number = $4, issued_at = $3, updated_at = $3,
     paid_at = case when $5 = 'paid' then $3::timestamptz end,
     accounting_currency = $6, exchange_rate = $7, tax_total_accounting = $8, total_accounting = $9,
     customer_snapshot = ${jsonOf(customerSnapshotFields)}::jsonb,
     supplier_snapshot = ${jsonOf(supplierSnapshotFields)}::jsonb
   ${fromCustomers("c")}${andCompaniesSql}
   where r.company_id = $1 and r.id = $2 and c.company_id = $1 and c.id = r.customer_id and co.id = $1`,
);

export async function freezeInvoice(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { number, status, accounting }: { number: string; status: "open" | "paid"; accounting: AccountingContent },
): Promise<void> {
  const { accounting_currency, exchange_rate, tax_total_accounting, total_accounting } = accounting;
  const amounts = [exchange_rate, tax_total_accounting, total_accounting];
  await tx.query(freeze, [companyId, id, now, number, status, accounting_currency, ...amounts]);
}

/** Customer and supplier as an invoice shows them. */
export type Parties = { customer: Party; supplier: Party };
export type Party = Record<"name" | "tax_id" | "registration_number" | "email" | "phone", string | null> & {
  address: Record<string, string | null> | null;
};

const currentParties = statement(
  "invoice_current_parties",
  `select ${jsonOf(`${jsonOf(customerSnapshotFields)} as customer, ${jsonOf(supplierSnapshotFields)} as supplier`)} as json
   from invoices r ${partiesSql} where r.company_id = $1 and r.id = $2`,
);

/** The parties of an invoice as they are now, whatever the invoice says of them. */
export async function findCurrentParties(tx: Queryable, companyId: number, id: number): Promise<Parties> {
  const [row] = await tx.query<{ json: string }>(currentParties, [companyId, id]);
  return JSON.parse(row!.json) as Parties;
}

const storeParties = statement(
  "invoice_store_parties",
  `update invoices set customer_snapshot = $4, supplier_snapshot = $5, updated_at = $3
   where company_id = $1 and id = $2`,
);

export async function replaceParties(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { customer, supplier }: Parties,
): Promise<void> {
  await tx.query(storeParties, [companyId, id, now, customer, supplier]);
}

const setStatus = statement(
  "invoice_set_status",
  `update invoices r set status = $4, updated_at = $3, voided_at = case when $4 = 'void' then $3::timestamptz end,
     accounting_currency = coalesce(r.accounting_currency, co.currency),
     customer_snapshot = coalesce(r.customer_snapshot, ${jsonOf(customerSnapshotFields)}::jsonb),
     supplier_snapshot = coalesce(r.supplier_snapshot, ${jsonOf(supplierSnapshotFields)}::jsonb)
   ${fromCustomers("c")}${andCompaniesSql}
   where r.company_id = $1 and r.id = $2 and c.company_id = $1 and c.id = r.customer_id and co.id = $1`,
);

export async function setInvoiceStatus(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  status: "void" | "uncollectible",
): Promise<void> {
  await tx.query(setStatus, [companyId, id, now, status]);
}

const remove = statement("invoice_delete", "delete from invoices where company_id = $1 and id = $2");

export async function deleteRow(tx: Queryable, companyId: number, id: number): Promise<void> {
  await tx.query(remove, [companyId, id]);
}

/** How an invoice is called, by a lateral subquery: its number, and the customer as of its issue date. */
export const invoiceNameSql = (company: string, id: string) =>
  fragment(`(select i.number, coalesce(i.customer_snapshot ->> 'name', c.name) as customer_name
     from invoices i ${joinCustomerOf("i")}
     where i.company_id = ${company} and i.id = ${id})`);

/** The accounting currency of an issued invoice. */
export const accountingCurrencyOfSql = (company: string, id: string) =>
  fragment(`(select coalesce(i.accounting_currency, ${companyCurrencySql("i.company_id")}) from invoices i
     where i.company_id = ${company} and i.id = ${id})`);

/** The newest invoice that the schedule `r` made. */
export const lastRecurringInvoiceSql =
  fragment(`(select i.id from invoices i where i.company_id = r.company_id and i.recurring_invoice_id = r.id
     order by i.period_start desc limit 1)`);

// No company is further ahead than 14 hours, so that one range of dates has what is due in any time zone.
const markOverdueSql = (among: string) =>
  `with due as (
     select r.company_id, r.id, co.today from invoices r
     ${joinTodaySql("$1")}
     where ${owing} and r.overdue_at is null and ${isPayableSql("r")} and r.due_date < co.today
       and r.due_date < ($1::timestamptz at time zone 'UTC' + interval '14 hours')::date and ${among}
     limit $2 for no key update of r skip locked
   )
   update invoices r set overdue_at = $1 from due
   where r.company_id = due.company_id and r.id = due.id returning r.company_id, r.id, due.today`;

const markOverdue = statement("invoice_mark_overdue", markOverdueSql("r.due_date > '-infinity'"));
const markOverdueOf = statement(
  "invoice_mark_overdue_of",
  markOverdueSql("r.company_id = $3 order by r.due_date"),
);

/** An invoice that fell due, and the date where its company is. */
export type OverdueRow = Pick<Tables["invoices"], "company_id" | "id"> & { today: string };

/** Marks invoices that fell due since the last pass, so that their event is written once. */
export async function markOverdueInvoices(
  tx: Queryable,
  now: Date,
  limit: number,
  companyId?: number,
): Promise<OverdueRow[]> {
  if (companyId === undefined) return tx.query<OverdueRow>(markOverdue, [now, limit]);
  return tx.query<OverdueRow>(markOverdueOf, [now, limit, companyId]);
}

const findMany = statement(
  "invoice_find_many",
  `select r.company_id, ${jsonOf(invoiceRecord.selectSql("record"))} as json
   from unnest($1::int8[], $3::int8[]) k(company_id, id)
   join invoices r on r.company_id = k.company_id and r.id = k.id ${partiesSql} order by r.company_id, r.id`,
);

/** Invoices of companies where it is the same date, by company and id. */
export async function findInvoices(
  db: Queryable,
  today: string,
  keys: readonly Pick<Tables["invoices"], "company_id" | "id">[],
): Promise<{ companyId: number; object: Json }[]> {
  const values = [keys.map(({ company_id }) => company_id), today, keys.map(({ id }) => id)];
  const rows = await db.query<Pick<Tables["invoices"], "company_id"> & { json: Json }>(findMany, values);
  return rows.map(({ company_id, json }) => ({ companyId: company_id, object: json }));
}

const findNumbers = statement(
  "invoice_find_numbers",
  "select r.id, r.number from invoices r where r.company_id = $1 and r.id = any($2::int8[])",
);

export async function findInvoiceNumbers(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const rows = await db.query<Pick<Tables["invoices"], "id" | "number">>(findNumbers, [companyId, ids]);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

const settle = statement(
  "invoice_settle",
  `update invoices set amount_paid = amount_paid + $4, amount_credited = amount_credited + $5,
     credit_applied = credit_applied + $8, withholding_recorded = withholding_recorded + $9, status = $6,
     paid_at = case when $6 = 'paid' then coalesce(paid_at, $7) end, updated_at = $3,
     payment_unreported = payment_unreported or ($6 = 'paid' and fiscal_status = 'registered')
   where company_id = $1 and id = $2`,
);

export async function settleRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  settled: {
    paid?: string;
    credited?: string;
    applied?: string;
    /** The part of what is paid that the buyer has withheld. */
    withheld?: string;
    status: "partially_paid" | "paid" | "open";
    paidAt: Date;
  },
): Promise<void> {
  await tx.query(settle, [
    companyId,
    id,
    now,
    settled.paid ?? "0",
    settled.credited ?? "0",
    settled.status,
    settled.paidAt,
    settled.applied ?? "0",
    settled.withheld ?? "0",
  ]);
}

// A payment that was not reported to the authority yet need not be reported any more.
const unsettle = statement(
  "invoice_unsettle",
  `update invoices set amount_paid = amount_paid - $4, withholding_recorded = withholding_recorded - $6, status = $5,
     paid_at = case when $5 = 'paid' then paid_at end,
     updated_at = $3, payment_unreported = payment_unreported and $5 = 'paid'
   where company_id = $1 and id = $2`,
);

export async function unsettleRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  taken: { paid: string; withheld?: string; status: InvoiceStatus },
): Promise<void> {
  const { paid, withheld = "0", status } = taken;
  await tx.query(unsettle, [companyId, id, now, paid, status, withheld]);
}

const giveCredit = statement(
  "invoice_give_credit",
  `update invoices set credit_applied_elsewhere = credit_applied_elsewhere + $4, updated_at = $3
   where company_id = $1 and id = $2`,
);

export async function giveCreditRow(tx: Queryable, companyId: number, id: number, now: Date, amount: string) {
  await tx.query(giveCredit, [companyId, id, now, amount]);
}

const refund = statement(
  "invoice_refund",
  "update invoices set amount_refunded = amount_refunded + $4, updated_at = $3 where company_id = $1 and id = $2",
);

export async function refundRow(tx: Queryable, companyId: number, id: number, now: Date, amount: string) {
  await tx.query(refund, [companyId, id, now, amount]);
}

/** What a document shows of its registration with the revenue authority. */
export type FiscalColumns = { status: string; irn: string | null; fiscal: object | null };

// A payment that came before the registration is reported to the authority too.
const setFiscal = statement(
  "invoice_set_fiscal",
  `update invoices set fiscal_status = $3, irn = $4, fiscal = $5, updated_at = $6,
     payment_unreported = $3 <> 'cancelled' and (payment_unreported or ($3 = 'registered' and status = 'paid'))
   where company_id = $1 and id = $2`,
);

export async function setInvoiceFiscal(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { status, irn, fiscal }: FiscalColumns,
): Promise<void> {
  await tx.query(setFiscal, [companyId, id, status, irn, fiscal && JSON.stringify(fiscal), now]);
}

const paymentReported = statement(
  "invoice_payment_reported",
  "update invoices set payment_unreported = false where company_id = $1 and id = $2",
);

/** The authority knows now that the invoice is paid. */
export async function markPaymentReported(db: Queryable, companyId: number, id: number): Promise<void> {
  await db.query(paymentReported, [companyId, id]);
}
