import { type Queryable, statement } from "../../../platform/db/database.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { type AccountingContent, accountingCurrencyOfSql, type FiscalColumns } from "../invoices/service.ts";
import { linesBytesSql, linesJsonSql, type TotalsColumns } from "../lines/service.ts";

const applicationFields = `a.invoice_id, a.amount, ${isoSql("a.created_at")} as created_at`;
const applicationsSql =
  "from credit_applications a where a.company_id = r.company_id and a.credit_note_id = r.id";
// Credit notes from before have no accounting currency of their own: it is their invoice's, as all of this is.
const currencySql = `coalesce(r.accounting_currency, ${accountingCurrencyOfSql("r.company_id", "r.invoice_id")})`;
/** What a credit note comes to in the company's own currency. */
export const accountingFieldsSql = {
  accounting_currency: currencySql,
  exchange_rate: `case ${currencySql} when r.currency then 1 else r.exchange_rate end`,
  tax_total_accounting: `case ${currencySql} when r.currency then r.tax_total else r.tax_total_accounting end`,
  total_accounting: `case ${currencySql} when r.currency then r.total else r.total_accounting end`,
};
const accountingSql = Object.entries(accountingFieldsSql)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(", ");
const fields = `r.id, r.number, r.invoice_id, r.currency, r.prices_include_tax, coalesce(r.discounts, '[]') as discounts,
  coalesce(r.charges, '[]') as charges, r.subtotal, r.discount_total, r.charge_total, r.tax_total, r.taxes, r.total,
  ${accountingSql}, r.reason, r.metadata,
  (select coalesce(sum(a.amount), 0) ${applicationsSql}) as amount_applied,
  (select coalesce(json_agg(${jsonOf(applicationFields)} order by a.id), '[]') ${applicationsSql}) as applications,
  r.irn, r.fiscal_status, r.fiscal, ${isoSql("r.issued_at")} as issued_at, ${isoSql("r.sent_at")} as sent_at,
  ${isoSql("r.created_at")} as created_at`;
const withLines = `${fields}, ${linesJsonSql("credit_note")} as lines`;

const insert = statement(
  "credit_note_insert",
  `insert into credit_notes (company_id, number, invoice_id, currency, subtotal, tax_total, total, taxes, reason,
     prices_include_tax, discounts, charges, discount_total, charge_total, accounting_currency, exchange_rate, tax_total_accounting,
     total_accounting, metadata, issued_at, created_at)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $2, $2) returning id`,
);

export async function insertCreditNote(
  tx: Queryable,
  companyId: number,
  now: Date,
  note: TotalsColumns &
    AccountingContent & {
      number: string;
      invoice_id: number;
      currency: string;
      reason: string | null;
      metadata: Record<string, unknown>;
    },
): Promise<number> {
  const [row] = await tx.query<Pick<Tables["credit_notes"], "id">>(insert, [
    companyId,
    now,
    note.number,
    note.invoice_id,
    note.currency,
    note.subtotal,
    note.tax_total,
    note.total,
    note.taxes,
    note.reason,
    note.prices_include_tax,
    note.discounts,
    note.charges,
    note.discount_total,
    note.charge_total,
    note.accounting_currency,
    note.exchange_rate,
    note.tax_total_accounting,
    note.total_accounting,
    JSON.stringify(note.metadata),
  ]);
  return row!.id;
}

const ofInvoice = statement(
  "credit_notes_of_invoice",
  "select id from credit_notes where company_id = $1 and invoice_id = $2",
);

export async function findCreditNoteIds(
  db: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<number[]> {
  const rows = await db.query<Pick<Tables["credit_notes"], "id">>(ofInvoice, [companyId, invoiceId]);
  return rows.map(({ id }) => id);
}

const find = statement(
  "credit_note_find",
  `select ${jsonOf(withLines)} as json from credit_notes r where r.company_id = $1 and r.id = $2`,
);

export async function findCreditNote(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(find, [companyId, id]);
  return row?.json;
}

const lock = statement(
  "credit_note_lock",
  "select id from credit_notes where company_id = $1 and id = $2 for no key update",
);

/** The row is locked before it is read, so that the lock protects what is read. */
export async function lockRow(tx: Queryable, companyId: number, id: number): Promise<Json | undefined> {
  const locked = await tx.query(lock, [companyId, id]);
  return locked.length === 1 ? findCreditNote(tx, companyId, id) : undefined;
}

const markSent = statement(
  "credit_note_mark_sent",
  "update credit_notes set sent_at = $3 where company_id = $1 and id = $2",
);

export async function markCreditNoteSent(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<void> {
  await tx.query(markSent, [companyId, id, now]);
}

const exists = statement(
  "credit_note_exists",
  "select 1 from credit_notes where company_id = $1 and id = $2",
);

export async function creditNoteExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

const apply = statement(
  "credit_note_apply",
  `insert into credit_applications (company_id, credit_note_id, invoice_id, amount, created_at)
   values ($1, $3, $4, $5, $2)`,
);

export async function insertApplication(
  tx: Queryable,
  companyId: number,
  now: Date,
  { credit_note_id, invoice_id, amount }: { credit_note_id: number; invoice_id: number; amount: string },
): Promise<void> {
  await tx.query(apply, [companyId, now, credit_note_id, invoice_id, amount]);
}

const appliedTo = statement(
  "credit_note_applied_to",
  `select a.credit_note_id, r.number, a.amount::text as amount from credit_applications a
   join credit_notes r on r.company_id = a.company_id and r.id = a.credit_note_id
   where a.company_id = $1 and a.invoice_id = $2 order by a.id desc limit $3`,
);

/** Credit of other invoices that pays this one, the newest first. */
export async function findAppliedCredits(
  db: Queryable,
  companyId: number,
  invoiceId: number,
  limit: number,
): Promise<{ credit_note_id: number; number: string; amount: string }[]> {
  return db.query(appliedTo, [companyId, invoiceId, limit]);
}

export const creditNoteListing: Listing = {
  name: "credit_notes",
  table: "credit_notes",
  filters: {
    invoice_id: (value) => `r.invoice_id = ${value}`,
    fiscal_status: (value) => `r.fiscal_status = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
  },
  paths: [{ filters: ["invoice_id"] }, metadataPath, { filters: ["fiscal_status"] }],
  sorts: { total: { sql: "r.total", type: "numeric" } },
  bytes: (lines) => (lines ? linesBytesSql("credit_note") : undefined),
  render: (page, lines, also = "") =>
    `select ${jsonOf(lines ? withLines : fields)} as json${also} from ${page} r`,
};

const setFiscal = statement(
  "credit_note_set_fiscal",
  "update credit_notes set fiscal_status = $3, irn = $4, fiscal = $5 where company_id = $1 and id = $2",
);

export async function setCreditNoteFiscal(
  tx: Queryable,
  companyId: number,
  id: number,
  { status, irn, fiscal }: FiscalColumns,
): Promise<void> {
  await tx.query(setFiscal, [companyId, id, status, irn, fiscal && JSON.stringify(fiscal)]);
}
