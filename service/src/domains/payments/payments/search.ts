import { gatewayChoices } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import {
  beginningSql,
  codeRankSql,
  type SearchTerm,
  searchKey,
  unionSql,
} from "../../../platform/db/lists/search.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";

const fields = `r.id, r.reference, r.gateway_reference, r.invoice_id, r.amount, r.currency, r.method,
  ${isoSql("r.paid_at")} as paid_at`;

const gateways = gatewayChoices.map((name) => `'${name}'`).join(", ");

const find = statement(
  "payment_search",
  `with found as (${unionSql([
    beginningSql("payments", searchKey("r.reference"), undefined, "and r.reference is not null"),
    `select r.id from payments r
     where r.company_id = $1 and r.gateway in (${gateways}) and r.gateway_reference = $2`,
  ])})
  select ${jsonOf(fields)} as json from found f join payments r on r.company_id = $1 and r.id = f.id
  order by least(${codeRankSql("r.reference")}, ${codeRankSql("r.gateway_reference")}), r.created_at desc, r.id desc
  limit $3`,
);

/** Payments by the beginning of their reference, or by the gateway's whole reference. */
export async function searchPayments(
  db: Queryable,
  companyId: number,
  { text }: SearchTerm,
  limit: number,
): Promise<Json[]> {
  return (await db.query<{ json: Json }>(find, [companyId, text, limit])).map(({ json }) => json);
}
