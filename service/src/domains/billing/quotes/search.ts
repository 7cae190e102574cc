import { search } from "../../../platform/db/lists/search.ts";
import { joinCustomerSql } from "../../catalog/customers/service.ts";
import { numberedSearchSql } from "../numbering/service.ts";

const shown = {
  fields: "r.id, r.number, r.status, c.name as customer_name, r.total, r.currency, r.external_id",
  customer: joinCustomerSql,
};

export const searchQuotes = search("quote_search", (term) => numberedSearchSql("quotes", shown, term));
