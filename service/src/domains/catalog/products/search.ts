import {
  codeRankSql,
  codesFromSql,
  namedSql,
  nameRankSql,
  type Searchable,
  search,
  searchKey,
  typedKey,
  unionSql,
} from "../../../platform/db/lists/search.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { productJson } from "./queries.ts";

const newest = "order by r.created_at desc, r.id desc limit 200";

/** Products by name, SKU or external_id; `$8` is how many. */
const matches = (fields: string, condition: string) => (term: Searchable) =>
  `
  with found as (${unionSql([
    ...namedSql("products", term, condition),
    `select r.id from products r where r.company_id = $1 and ${searchKey("r.sku")} like ${typedKey("$7")} ${condition} ${newest}`,
    codesFromSql("products", "r.external_id", condition),
  ])})
  select ${fields} as json from found f join products r on r.company_id = $1 and r.id = f.id
  order by least(${nameRankSql("r.name_key")}, ${codeRankSql("r.sku")}, ${codeRankSql("r.external_id")}),
    r.created_at desc, r.id desc limit $8`;

/** As a search shows them. */
export const searchProducts = search(
  "product_search",
  matches(jsonOf("r.id, r.name, r.sku, r.unit_price, r.currency, r.active, r.external_id"), ""),
);

/** Whole products, to choose one; only those that are still sold. */
export const matchProducts = search("product_match", matches(productJson, "and r.active"));
