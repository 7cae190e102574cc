import {
  codeRankSql,
  codesFromSql,
  numbersFromSql,
  type Searchable,
  search,
  unionSql,
} from "../../../platform/db/search.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { customersMatchingSql, joinCustomerSql } from "../../catalog/customers/service.ts";

const newest = "order by r.created_at desc, r.id desc";

const fields = "r.id, r.number, r.status, c.name as customer_name, r.total, r.currency, r.external_id";

const numberRank =
  "case when r.number_key = any($9::text[]) then 0 when starts_with(r.number_key, $10::text) then 1 end";

/** Sales by number, external_id or customer; `$8` is how many, `$9` and `$10` are `numberTerm`. */
export const searchSales = search(
  "sale_search",
  (term: Searchable) => `
  with customers_found as materialized ${customersMatchingSql(term)}, found as (${unionSql([
    `select r.id, null::int as rank from sales r where r.company_id = $1 and r.number_key = any($9::text[])`,
    `select r.id, null::int from (${numbersFromSql("sales", "$10::text")}) r`,
    `select r.id, null::int from (${codesFromSql("sales", "r.external_id")}) r`,
    // No more of them can be among those that are shown.
    `select r.id, 2 + cf.rank from customers_found cf cross join lateral (
       select r.id, r.created_at from sales r where r.company_id = $1 and r.customer_id = cf.id ${newest} limit 5
     ) r order by cf.rank, r.created_at desc, r.id desc limit $8`,
  ])}), best as (select id, min(rank) as rank from found group by id)
  select ${jsonOf(fields)} as json from best f join sales r on r.company_id = $1 and r.id = f.id left ${joinCustomerSql}
  order by least(f.rank, ${numberRank}, ${codeRankSql("r.external_id")}), r.created_at desc, r.id desc limit $8`,
);
