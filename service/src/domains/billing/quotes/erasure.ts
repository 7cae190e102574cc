import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseRows } from "../../../platform/db/erasure.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { erasedText } from "../../../platform/values/erased-text.ts";
import { erasedDocumentColumns } from "../lines/service.ts";

const erase = eraseRows("quote", "quotes", erasedDocumentColumns, "r.customer_id = $4");
const ids = statement(
  "quote_ids_of_customer",
  "select id from quotes where company_id = $1 and customer_id = $2",
);
const eraseAnswers = statement(
  "quote_erase_answers",
  `update quotes set accepted_by = case when accepted_by is not null then '${erasedText}' end,
     declined_by = case when declined_by is not null then '${erasedText}' end,
     decline_reason = case when decline_reason is not null then '${erasedText}' end
   where company_id = $1 and customer_id = $2`,
);

/** The quotes of a customer, without the values of its person and without who answered them. Returns their ids. */
export async function eraseQuotes(
  tx: Queryable,
  companyId: number,
  customerId: number,
  erased: ErasedValues,
): Promise<number[]> {
  await erase(tx, companyId, erased, customerId);
  await tx.query(eraseAnswers, [companyId, customerId]);
  const rows = await tx.query<Pick<Tables["quotes"], "id">>(ids, [companyId, customerId]);
  return rows.map(({ id }) => id);
}
