import { search } from "../../../platform/db/lists/search.ts";
import { joinCustomerSql } from "../../catalog/customers/service.ts";
import { numberedSearchSql } from "../numbering/service.ts";

const shown = {
  fields: "r.id, r.number, r.status, c.name as customer_name, r.total, r.currency, r.external_id",
  customer: `left ${joinCustomerSql}`,
};

export const searchSales = search("sale_search", (term) => numberedSearchSql("sales", shown, term));
