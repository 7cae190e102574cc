import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fromNewestSql } from "../../../platform/db/lists/page.ts";
import { type SearchTerm, searchKey, typedKey, unionSql } from "../../../platform/db/lists/search.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";

const fields = `'pl_' || r.id || '_' || r.secret as reference, r.label, r.purpose, r.email, r.invoice_id, r.amount, r.currency,
  r.status, ${isoSql("r.created_at")} as created_at`;

const newest = "order by r.created_at desc, r.id desc";
const words = searchKey("concat_ws(' ', r.label, r.purpose, r.email)");

const find = statement(
  "link_search",
  `with found as (${unionSql([
    "select r.id from payment_links r where r.company_id = $1 and r.id = $2",
    `select r.id from (
       select r.id, r.label, r.purpose, r.email from payment_links r
       where r.company_id = $1 and ${fromNewestSql} ${newest} limit 2000
     ) r where ${words} like all((select string_to_array(${searchKey("$3")}, E'\\n'))::text[])`,
  ])})
  select ${jsonOf(fields)} as json from found f join payment_links r on r.company_id = $1 and r.id = f.id
  order by r.id is distinct from $2, not coalesce(starts_with(${words}, ${typedKey("$4")}), false), r.created_at desc, r.id desc
  limit $5`,
);

/** Links by reference; and of the newest, those whose label, purpose or email address contains all words. */
export async function searchLinks(
  db: Queryable,
  companyId: number,
  { text, words }: SearchTerm,
  limit: number,
): Promise<Json[]> {
  const id = /^pl_([1-9]\d{0,15})(?:_|$)/.exec(text)?.[1] ?? null;
  const rows = await db.query<{ json: Json }>(find, [companyId, id, words, text, limit]);
  return rows.map(({ json }) => json);
}
