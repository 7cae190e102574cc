import { fragment } from "../../../platform/db/fragments.ts";
import { customerOfInvoiceSql } from "../invoices/service.ts";

/**
 * What credit notes take from what customers owe, as rows like those of `invoices/movements.ts`. The condition is about
 * the credit note `n`. Applying credit to another invoice of the customer changes nothing about what the customer owes.
 */
export const creditNoteMovementsSql = (zone: string, condition: string) =>
  fragment(`select 'credit_note' as kind, n.id as record_id, (n.created_at at time zone ${zone})::date as date,
     ${customerOfInvoiceSql("n.company_id", "n.invoice_id")} as customer_id, n.currency, -n.total as amount, n.invoice_id,
     n.number as reference, null::text as method
   from credit_notes n where n.company_id = $1 and n.created_at > '-infinity' and ${condition}`);

/** What credit notes since a moment changed about single invoices, as `invoice_id`, `amount` and `withheld`. */
export const creditsSinceSql = (moment: string) =>
  fragment(`select n.invoice_id, -n.total as amount, 0 as withheld from credit_notes n
     where n.company_id = $1 and n.created_at > '-infinity' and n.created_at >= ${moment}
   union all
   select a.invoice_id, -a.amount, 0 from credit_applications a
     where a.company_id = $1 and a.created_at > '-infinity' and a.created_at >= ${moment}
   union all
   select n.invoice_id, a.amount, 0 from credit_applications a
     join credit_notes n on n.company_id = a.company_id and n.id = a.credit_note_id
     where a.company_id = $1 and a.created_at > '-infinity' and a.created_at >= ${moment}`);
