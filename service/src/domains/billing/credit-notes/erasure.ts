import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseRows } from "../../../platform/db/erasure.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** The columns of credit notes in which a company may name a person. The database lets an erasure change these alone. */
export const erasedCreditNoteColumns = {
  texts: ["reason"],
  jsons: ["metadata", "discounts", "charges", "fiscal"],
};

const erase = eraseRows(
  "credit_note",
  "credit_notes",
  erasedCreditNoteColumns,
  "r.invoice_id = any($4::int8[])",
);
const ids = statement(
  "credit_note_ids_of_invoices",
  "select id from credit_notes where company_id = $1 and invoice_id = any($2::int8[])",
);

/** The credit notes of invoices, without the values of a person. Returns their ids. */
export async function eraseCreditNotes(
  tx: Queryable,
  companyId: number,
  invoiceIds: readonly number[],
  erased: ErasedValues,
): Promise<number[]> {
  await erase(tx, companyId, erased, invoiceIds);
  const rows = await tx.query<Pick<Tables["credit_notes"], "id">>(ids, [companyId, invoiceIds]);
  return rows.map(({ id }) => id);
}
