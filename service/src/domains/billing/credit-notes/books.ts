import {
  amountSql,
  comparedSql,
  detailSql,
  numberSql,
  objectSql,
  trimmedSql,
} from "../../../platform/db/compared.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import { lineDetailsSql, linesForBooks } from "../lines/service.ts";
import { accountingFieldsSql } from "./queries.ts";

const applicationsSql = (aggregate: string) => `(select coalesce(${aggregate}) from (
    select a.invoice_id, sum(a.amount) as amount from credit_applications a
    where a.company_id = r.company_id and a.credit_note_id = r.id group by a.invoice_id
  ) s)`;

const { accounting_currency, exchange_rate, tax_total_accounting, total_accounting } = accountingFieldsSql;

/** In the order in which the replay has them. */
const detailsSql = {
  prices_include_tax: detailSql("r.prices_include_tax"),
  discounts: trimmedSql("coalesce(r.discounts, '[]')"),
  charges: trimmedSql("coalesce(r.charges, '[]')"),
  discount_total: numberSql("r.discount_total"),
  charge_total: numberSql("r.charge_total"),
  taxes: trimmedSql("r.taxes"),
  accounting_currency: detailSql(accounting_currency),
  exchange_rate: numberSql(exchange_rate),
  tax_total_accounting: numberSql(tax_total_accounting),
  total_accounting: numberSql(total_accounting),
  reason: detailSql("r.reason"),
  metadata: objectSql("r.metadata"),
  irn: detailSql("r.irn"),
  issued_at: detailSql(isoSql("r.issued_at")),
  created_at: detailSql(isoSql("r.created_at")),
  lines: lineDetailsSql("credit_note", "r.id"),
};

/** The credit notes of the company `$1` as their events describe them. */
export const creditNotesForBooksSql = fragment(
  `select r.id, ${comparedSql(
    {
      number: "r.number",
      invoice_id: "r.invoice_id",
      currency: "r.currency",
      subtotal: amountSql("r.subtotal"),
      tax_total: amountSql("r.tax_total"),
      total: amountSql("r.total"),
      lines: linesForBooks("credit_note", "r.id"),
      applications: {
        text: applicationsSql(
          "string_agg(concat(s.invoice_id, ':', trim_scale(s.amount)), ';' order by s.invoice_id), ''",
        ),
        json: applicationsSql("jsonb_object_agg(s.invoice_id, s.amount), '{}'"),
      },
    },
    detailsSql,
  )} from credit_notes r where r.company_id = $1`,
);
