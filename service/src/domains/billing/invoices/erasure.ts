import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseRows } from "../../../platform/db/erasure.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { erasedText } from "../../../platform/values/erased-text.ts";
import { erasedDocumentColumns } from "../lines/service.ts";

/** The columns of invoices in which a company may name a person. The database lets an erasure change these, and no others. */
export const erasedInvoiceColumns = {
  ...erasedDocumentColumns,
  jsons: [...erasedDocumentColumns.jsons, "fiscal", "withholding"],
};

const erase = eraseRows("invoice", "invoices", erasedInvoiceColumns, "r.customer_id = $4");
const ids = statement(
  "invoice_ids_of_customer",
  "select id from invoices where company_id = $1 and customer_id = $2",
);
const eraseParty = statement(
  "invoice_erase_party",
  `update invoices set customer_snapshot = jsonb_build_object('name', '${erasedText}', 'email', null, 'phone', null,
     'kind', customer_snapshot -> 'kind', 'tax_id', null, 'registration_number', null, 'address', null)
   where company_id = $1 and customer_id = $2 and customer_snapshot is not null`,
);
const kept = statement(
  "invoice_kept_of_customer",
  `select count(*)::int as count, max(invoice_date) as newest from invoices
   where company_id = $1 and customer_id = $2 and number is not null`,
);

/** How many issued invoices a customer has, and the date of the newest. */
export async function findIssuedOfCustomer(
  tx: Queryable,
  companyId: number,
  customerId: number,
): Promise<{ count: number; newest: string | null }> {
  const [row] = await tx.query<{ count: number; newest: string | null }>(kept, [companyId, customerId]);
  return row!;
}

// What is issued is fixed by the database; the guards let an erasure change texts, and no amount.
const allow = "select set_config('billfold.erasing', 'on', true)";

/** Lets this transaction erase texts of issued documents, which must not have to be kept any more. */
export async function allowErasure(tx: Queryable): Promise<void> {
  await tx.query(allow);
}

const lock = statement(
  "invoice_lock_of_customer",
  "select 1 from invoices where company_id = $1 and customer_id = $2 order by id for no key update",
);

/** Waits for changes of the customer's invoices: drafts show the customer as it is, and so do their events. */
export async function lockInvoicesOfCustomer(
  tx: Queryable,
  companyId: number,
  customerId: number,
): Promise<void> {
  await tx.query(lock, [companyId, customerId]);
}

/** The invoices of a customer, without the values of its person. Returns their ids. */
export async function eraseInvoices(
  tx: Queryable,
  companyId: number,
  customerId: number,
  erased: ErasedValues,
): Promise<number[]> {
  await erase(tx, companyId, erased, customerId);
  await tx.query(eraseParty, [companyId, customerId]);
  const rows = await tx.query<Pick<Tables["invoices"], "id">>(ids, [companyId, customerId]);
  return rows.map(({ id }) => id);
}
