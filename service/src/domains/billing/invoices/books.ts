import { fragment } from "../../../platform/db/fragments.ts";
import { linesForBooksSql } from "../lines/service.ts";

/** The invoices of the company `$1` as their events describe them: `id`, and `fields` under the names of the contract. */
export const invoicesForBooksSql =
  fragment(`select i.id, jsonb_build_object('number', i.number, 'status', i.status,
    'customer_id', i.customer_id, 'invoice_date', i.invoice_date, 'due_date', i.due_date, 'currency', i.currency,
    'subtotal', i.subtotal, 'tax_total', i.tax_total, 'total', i.total, 'amount_paid', i.amount_paid,
    'amount_credited', i.amount_credited, 'amount_refunded', i.amount_refunded, 'credit_applied', i.credit_applied,
    'credit_applied_elsewhere', i.credit_applied_elsewhere,
    'lines', ${linesForBooksSql("invoice", "i.id")}) as fields
  from invoices i where i.company_id = $1`);
