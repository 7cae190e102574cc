import { fragment } from "../../../platform/db/fragments.ts";
import {
  codeRankSql,
  codesFromSql,
  emailsFromSql,
  namedSql,
  nameRankSql,
  type Searchable,
  search,
  unionSql,
} from "../../../platform/db/lists/search.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { customerJson } from "./queries.ts";

/** Customers by name, email address or external_id; `$8` is how many. */
const matches = (fields: string) => (term: Searchable) =>
  `
  with found as (${unionSql([
    ...namedSql("customers", term),
    emailsFromSql("customers"),
    codesFromSql("customers", "r.external_id"),
  ])})
  select ${fields} as json from found f join customers r on r.company_id = $1 and r.id = f.id
  order by least(${nameRankSql("r.name_key")}, ${codeRankSql("r.email")}, ${codeRankSql("r.external_id")}),
    r.created_at desc, r.id desc limit $8`;

/** As a search shows them. */
export const searchCustomers = search(
  "customer_search",
  matches(jsonOf("r.id, r.name, r.email, r.external_id")),
);

/** Whole customers, to choose one. */
export const matchCustomers = search("customer_match", matches(customerJson));

/** For searches of documents: `id` and `rank` of customers whose name matches; more of them would be too broad to help. */
export const customersMatchingSql = (term: Searchable) =>
  fragment(`(select r.id, ${nameRankSql("r.name_key")} as rank
    from (${unionSql(namedSql("customers", term))}) f join customers r on r.company_id = $1 and r.id = f.id
    order by rank, r.created_at desc, r.id desc limit 25)`);
