import { codeRankSql, codesFromSql, search, unionSql } from "../../../platform/db/lists/search.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { customersMatchingSql, joinCustomerSql } from "../../catalog/customers/service.ts";

const fields = `r.id, r.status, c.name as customer_name, r."interval", r.interval_count, r.external_id`;
const newest = "order by r.created_at desc, r.id desc";

/** They have no number: by external_id or customer; `$8` is how many. */
export const searchRecurring = search(
  "recurring_search",
  (term) => `
  with customers_found as materialized ${customersMatchingSql(term)}, found as (${unionSql([
    `select r.id, null::int as rank from (${codesFromSql("recurring_invoices", "r.external_id")}) r`,
    // No more of them can be among those that are shown.
    `select r.id, 2 + cf.rank from customers_found cf cross join lateral (
       select r.id, r.created_at from recurring_invoices r where r.company_id = $1 and r.customer_id = cf.id ${newest} limit 5
     ) r order by cf.rank, r.created_at desc, r.id desc limit $8`,
  ])}), best as (select id, min(rank) as rank from found group by id)
  select ${jsonOf(fields)} as json from best f
    join recurring_invoices r on r.company_id = $1 and r.id = f.id ${joinCustomerSql}
  order by least(f.rank, ${codeRankSql("r.external_id")}), r.created_at desc, r.id desc limit $8`,
);
