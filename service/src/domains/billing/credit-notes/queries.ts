import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { FiscalColumns } from "../invoices/service.ts";
import { linesBytesSql, linesJsonSql, type TotalsColumns } from "../lines/service.ts";

const fields = `r.id, r.number, r.invoice_id, r.currency, r.subtotal, r.tax_total, r.taxes, r.total, r.reason,
  r.irn, r.fiscal_status, r.fiscal, ${isoSql("r.issued_at")} as issued_at, ${isoSql("r.created_at")} as created_at`;
const withLines = `${fields}, ${linesJsonSql("credit_note")} as lines`;

const insert = statement(
  "credit_note_insert",
  `insert into credit_notes (company_id, number, invoice_id, currency, subtotal, tax_total, total, taxes, reason,
     issued_at, created_at)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $2, $2) returning id`,
);

export async function insertCreditNote(
  tx: Queryable,
  companyId: number,
  now: Date,
  note: TotalsColumns & { number: string; invoice_id: number; currency: string; reason: string | null },
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
  ]);
  return row!.id;
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

const exists = statement(
  "credit_note_exists",
  "select 1 from credit_notes where company_id = $1 and id = $2",
);

export async function creditNoteExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

export const creditNoteListing: Listing = {
  name: "credit_notes",
  table: "credit_notes",
  indexed: ["invoice_id", "fiscal_status"],
  filters: {
    invoice_id: (value) => `r.invoice_id = ${value}`,
    fiscal_status: (value) => `r.fiscal_status = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  bytes: (lines) => (lines ? linesBytesSql("credit_note") : undefined),
  render: (page, lines) => `select ${jsonOf(lines ? withLines : fields)} as json from ${page} r`,
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
