import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read invoices, mostly as `i`.

export const fromInvoices = (alias: string) => fragment(`from invoices ${alias}`);

export const fromInvoicesOf = (company: string) =>
  fragment(`from invoices i where i.company_id = ${company}`);

export const fromInvoicesOfCustomer = (company: string, customer: string) =>
  fragment(`from invoices i where i.company_id = ${company} and i.customer_id = ${customer}`);

/** The invoices of the customer `r`. */
export const joinInvoicesOfCustomerSql = fragment(
  "join invoices i on i.company_id = r.company_id and i.customer_id = r.id",
);

/** The invoice of a link, a payment or another row with an `invoice_id`. */
export const fromInvoiceOf = (row: string) =>
  fragment(`from invoices i where i.company_id = ${row}.company_id and i.id = ${row}.invoice_id`);

export const joinInvoiceOf = (row: string) =>
  fragment(`join invoices i on i.company_id = ${row}.company_id and i.id = ${row}.invoice_id`);

/** The invoice of the sale `r`. */
export const joinInvoiceOfSaleSql = fragment(
  "join invoices i on i.company_id = r.company_id and i.sale_id = r.id",
);
