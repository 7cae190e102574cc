import {
  amountSql,
  type ComparedValue,
  comparedSql,
  detailSql,
  numberSql,
  objectSql,
  trimmedSql,
} from "../../../platform/db/compared.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { joinCompanySql } from "../../tenancy/companies/service.ts";
import { documentTextNames, lineDetailsSql, linesForBooks } from "../lines/service.ts";
import { balanceSql, invoiceRecord } from "./fields.ts";

const read = (names: readonly string[], format: (sql: string) => ComparedValue = detailSql) =>
  Object.fromEntries(
    Object.entries(invoiceRecord.fieldsSql(names)).map(([name, sql]) => [name, format(sql)] as const),
  );

const ifIssued = (sql: string) => `case when r.status <> 'draft' then ${sql} end`;

/** In the order in which the replay has them. A draft shows its parties and its rate as they are at the moment. */
const detailsSql: Record<string, ComparedValue> = {
  ...read(["prices_include_tax"]),
  ...read(["discounts", "charges"], trimmedSql),
  ...read(["discount_total", "charge_total"], numberSql),
  ...read(["taxes", "withholding"], trimmedSql),
  ...read(documentTextNames),
  ...read(["metadata"], objectSql),
  ...read(["source", "sale_id", "recurring_invoice_id", "period_start", "period_end", "irn"]),
  ...read(["created_at", "issued_at", "paid_at", "voided_at"]),
  customer: objectSql(ifIssued("r.customer_snapshot")),
  supplier: objectSql(ifIssued("r.supplier_snapshot")),
  ...read(["accounting_currency"], (sql) => detailSql(ifIssued(sql))),
  ...read(["exchange_rate", "tax_total_accounting", "total_accounting"], (sql) => numberSql(ifIssued(sql))),
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
