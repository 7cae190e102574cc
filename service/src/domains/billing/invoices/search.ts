import { search } from "../../../platform/db/lists/search.ts";
import { joinCustomerSql } from "../../catalog/customers/service.ts";
import { numberedSearchSql } from "../numbering/service.ts";

const shown = {
  // An issued invoice shows the customer as of its issue date.
  fields: `r.id, r.number, r.status, coalesce(r.customer_snapshot ->> 'name', c.name) as customer_name,
    r.total, r.currency, r.invoice_date, r.due_date, r.external_id`,
  customer: joinCustomerSql,
};

export const searchInvoices = search("invoice_search", (term) => numberedSearchSql("invoices", shown, term));
