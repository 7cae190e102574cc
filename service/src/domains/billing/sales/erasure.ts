import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseRows } from "../../../platform/db/erasure.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { erasedDocumentColumns } from "../lines/service.ts";

const erase = eraseRows("sale", "sales", erasedDocumentColumns, "r.customer_id = $4");
const ids = statement(
  "sale_ids_of_customer",
  "select id from sales where company_id = $1 and customer_id = $2",
);

/** The sales of a customer, without the values of its person. Returns their ids. */
export async function eraseSales(
  tx: Queryable,
  companyId: number,
  customerId: number,
  erased: ErasedValues,
): Promise<number[]> {
  await erase(tx, companyId, erased, customerId);
  const rows = await tx.query<Pick<Tables["sales"], "id">>(ids, [companyId, customerId]);
  return rows.map(({ id }) => id);
}
