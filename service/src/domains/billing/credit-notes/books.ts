import { amountSql, comparedSql } from "../../../platform/db/compared.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { linesForBooks } from "../lines/service.ts";

const applicationsSql = (aggregate: string) => `(select coalesce(${aggregate}) from (
    select a.invoice_id, sum(a.amount) as amount from credit_applications a
    where a.company_id = n.company_id and a.credit_note_id = n.id group by a.invoice_id
  ) s)`;

/** The credit notes of the company `$1` as their events describe them. */
export const creditNotesForBooksSql = fragment(
  `select n.id, ${comparedSql({
    number: "n.number",
    invoice_id: "n.invoice_id",
    currency: "n.currency",
    subtotal: amountSql("n.subtotal"),
    tax_total: amountSql("n.tax_total"),
    total: amountSql("n.total"),
    lines: linesForBooks("credit_note", "n.id"),
    applications: {
      text: applicationsSql(
        "string_agg(concat(s.invoice_id, ':', trim_scale(s.amount)), ';' order by s.invoice_id), ''",
      ),
      json: applicationsSql("jsonb_object_agg(s.invoice_id, s.amount), '{}'"),
    },
  })} from credit_notes n where n.company_id = $1`,
);
