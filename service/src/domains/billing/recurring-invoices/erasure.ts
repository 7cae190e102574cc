import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseRows } from "../../../platform/db/erasure.ts";
import type { Tables } from "../../../platform/db/tables.ts";

const erase = eraseRows(
  "recurring",
  "recurring_invoices",
  { texts: ["external_id"], jsons: ["document", "last_error"] },
  "r.customer_id = $4",
);
const ids = statement(
  "recurring_ids_of_customer",
  "select id from recurring_invoices where company_id = $1 and customer_id = $2",
);
const current = statement(
  "recurring_current_of_customer",
  `select id from recurring_invoices where company_id = $1 and customer_id = $2 and status <> 'ended' order by id limit 1`,
);

/** A schedule that would make further invoices for a customer. */
export async function findCurrentRecurring(
  tx: Queryable,
  companyId: number,
  customerId: number,
): Promise<number | undefined> {
  const [row] = await tx.query<Pick<Tables["recurring_invoices"], "id">>(current, [companyId, customerId]);
  return row?.id;
}

/** The recurring invoices of a customer, without the values of its person. Returns their ids. */
export async function eraseRecurringInvoices(
  tx: Queryable,
  companyId: number,
  customerId: number,
  erased: ErasedValues,
): Promise<number[]> {
  await erase(tx, companyId, erased, customerId);
  const rows = await tx.query<Pick<Tables["recurring_invoices"], "id">>(ids, [companyId, customerId]);
  return rows.map(({ id }) => id);
}
