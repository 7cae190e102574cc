import { type Queryable, statement } from "../../../platform/db/database.ts";
import { numbersFromSql, unionSql } from "../../../platform/db/lists/search.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";

const find = statement(
  "credit_note_search",
  `with found as (${unionSql([
    "select r.id from credit_notes r where r.company_id = $1 and r.number_key = any($3::text[])",
    numbersFromSql("credit_notes", "$4::text"),
  ])})
  select ${jsonOf("r.id, r.number, r.invoice_id, r.total, r.currency")} as json
  from found f join credit_notes r on r.company_id = $1 and r.id = f.id
  order by r.number_key <> all($3::text[]), r.created_at desc, r.id desc limit $2`,
);

/** By number alone: their customer is the invoice's, which a search for the customer finds. */
export async function searchCreditNotes(
  db: Queryable,
  companyId: number,
  max: number,
  [candidates, start]: [candidates: string[], start: string | null],
): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(find, [companyId, max, candidates, start]);
  return rows.map(({ json }) => json);
}
