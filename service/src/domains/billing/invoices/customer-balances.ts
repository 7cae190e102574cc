import { fragment } from "../../../platform/db/fragments.ts";
import { balanceSql, dueSql, overdueSql, owingSql, toRefundSql } from "./fields.ts";

/**
 * What a customer owes and has to their credit, as rows of `currency`, `due`, `overdue` and `credit`, one for each invoice
 * that counts. The conditions are in the words that the indexes by customer demand: an invoice is either owed or has
 * credit, never both.
 */
export const invoiceBalancesSql = (company: string, customer: string, today: string) =>
  fragment(`select i.currency, ${dueSql("i")} as due,
     case when ${overdueSql("i", today)} then ${dueSql("i")} else 0 end as overdue, 0 as credit
   from invoices i where i.company_id = ${company} and i.customer_id = ${customer}
     and i.status in ('open', 'partially_paid') and i.customer_id > 0
   union all
   select i.currency, 0, 0, ${toRefundSql("i")} from invoices i
   where i.company_id = ${company} and i.customer_id = ${customer} and ${balanceSql("i")} < 0`);

/** The customer of an invoice, by a subquery. */
export const customerOfInvoiceSql = (company: string, id: string) =>
  fragment(`(select i.customer_id from invoices i where i.company_id = ${company} and i.id = ${id})`);

/** The invoices of the company `$1` that are not paid. That every customer has an id lets an index serve it. */
export const unpaidInvoicesSql = fragment(
  `from invoices where company_id = $1 and ${owingSql("invoices")} and customer_id > 0`,
);

/** The invoices of the company `$1` that count as sales. */
export const issuedInvoicesSql = fragment(
  "from invoices where company_id = $1 and status not in ('draft', 'void')",
);
