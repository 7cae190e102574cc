import { amountSql, comparedSql, numberSql, trimmedSql } from "../../../platform/db/compared.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { joinCompanySql } from "../../tenancy/companies/service.ts";
import { lineDetailsSql, linesForBooks } from "../lines/service.ts";
import { balanceSql, invoiceRecord } from "./fields.ts";

const read = (names: readonly string[], format = (sql: string) => sql) =>
  mapped(invoiceRecord.fieldsSql(names), format);
const mapped = (fields: Record<string, string>, format: (sql: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, sql]) => [name, format(sql)]));

/** A draft shows these as its customer and its company have them at the moment. */
const issuedDetails = {
  customer: "r.customer_snapshot",
  supplier: "r.supplier_snapshot",
  ...read(["accounting_currency"]),
  ...read(["exchange_rate", "tax_total_accounting", "total_accounting"], numberSql),
};

const detailsSql = {
  ...read([
    "prices_include_tax",
    "po_number",
    "external_id",
    "notes",
    "metadata",
    "source",
    "sale_id",
    "irn",
  ]),
  ...read(["recurring_invoice_id", "period_start", "period_end"]),
  ...read(["created_at", "issued_at", "paid_at", "voided_at"]),
  ...read(["discount_total", "charge_total"], numberSql),
  ...read(["discounts", "charges", "taxes", "withholding"], trimmedSql),
  ...mapped(issuedDetails, (sql) => `case when r.status <> 'draft' then ${sql} end`),
  lines: lineDetailsSql("invoice", "r.id"),
};

/**
 * Invoices of the company `$1` whose amounts in the table of write-offs are not their balance while they are uncollectible,
 * and otherwise nothing: `id`, and both as `due` and `written`.
 */
export const writeOffsForBooksSql = fragment(
  `select r.id, d.due, coalesce(w.amount, 0) as written from invoices r
   left join (
     select o.invoice_id, sum(o.amount) as amount from invoice_write_offs o where o.company_id = $1 group by o.invoice_id
   ) w on w.invoice_id = r.id
   cross join lateral (select case when r.status = 'uncollectible' then ${balanceSql("r")} else 0 end as due) d
   where r.company_id = $1 and (r.status = 'uncollectible' or w.invoice_id is not null) and d.due <> coalesce(w.amount, 0)`,
);

/** The invoices of the company `$1` as their events describe them, with the balances that other records change at the end. */
export const invoicesForBooksSql = fragment(
  `select r.id, ${comparedSql(
    {
      number: "r.number",
      status: "r.status",
      customer_id: "r.customer_id",
      invoice_date: "r.invoice_date",
      due_date: "r.due_date",
      currency: "r.currency",
      subtotal: amountSql("r.subtotal"),
      tax_total: amountSql("r.tax_total"),
      total: amountSql("r.total"),
      withholding_amount: amountSql("r.withholding_amount"),
      amount_paid: amountSql("r.amount_paid"),
      lines: linesForBooks("invoice", "r.id"),
      amount_credited: amountSql("r.amount_credited"),
      amount_refunded: amountSql("r.amount_refunded"),
      credit_applied: amountSql("r.credit_applied"),
      credit_applied_elsewhere: amountSql("r.credit_applied_elsewhere"),
    },
    detailsSql,
  )} from invoices r ${joinCompanySql} where r.company_id = $1`,
);
