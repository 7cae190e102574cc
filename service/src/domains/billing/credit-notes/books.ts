import { fragment } from "../../../platform/db/fragments.ts";
import { linesForBooksSql } from "../lines/service.ts";

/** The credit notes of the company `$1` as their events describe them: `id`, and `fields` by the names of the contract. */
export const creditNotesForBooksSql =
  fragment(`select n.id, jsonb_build_object('number', n.number, 'invoice_id', n.invoice_id,
    'currency', n.currency, 'subtotal', n.subtotal, 'tax_total', n.tax_total, 'total', n.total,
    'applications', (select coalesce(jsonb_object_agg(s.invoice_id, s.amount), '{}') from (
      select a.invoice_id, sum(a.amount) as amount from credit_applications a
      where a.company_id = n.company_id and a.credit_note_id = n.id group by a.invoice_id
    ) s),
    'lines', ${linesForBooksSql("credit_note", "n.id")}) as fields
  from credit_notes n where n.company_id = $1`);
