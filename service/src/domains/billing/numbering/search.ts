import {
  codeRankSql,
  codesFromSql,
  numbersFromSql,
  type Searchable,
  unionSql,
} from "../../../platform/db/lists/search.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { customersMatchingSql } from "../../catalog/customers/service.ts";

const newest = "order by r.created_at desc, r.id desc";

const numberRank =
  "case when r.number_key = any($9::text[]) then 0 when starts_with(r.number_key, $10::text) then 1 end";

type Shown = {
  fields: string;
  /** The join with the customer, as `c`. */
  customer: string;
};

/** Documents by number, external_id or customer; `$8` is how many, `$9` and `$10` are `numberTerm`. */
export const numberedSearchSql = (table: string, { fields, customer }: Shown, term: Searchable) => `
  with customers_found as materialized ${customersMatchingSql(term)}, found as (${unionSql([
    `select r.id, null::int as rank from ${table} r where r.company_id = $1 and r.number_key = any($9::text[])`,
    `select r.id, null::int from (${numbersFromSql(table, "$10::text")}) r`,
    `select r.id, null::int from (${codesFromSql(table, "r.external_id")}) r`,
    // No more of them can be among those that are shown.
    `select r.id, 2 + cf.rank from customers_found cf cross join lateral (
       select r.id, r.created_at from ${table} r where r.company_id = $1 and r.customer_id = cf.id ${newest} limit 5
     ) r order by cf.rank, r.created_at desc, r.id desc limit $8`,
  ])}), best as (select id, min(rank) as rank from found group by id)
  select ${jsonOf(fields)} as json from best f join ${table} r on r.company_id = $1 and r.id = f.id ${customer}
  order by least(f.rank, ${numberRank}, ${codeRankSql("r.external_id")}), r.created_at desc, r.id desc limit $8`;
