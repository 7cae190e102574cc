import { amountSql, comparedSql } from "../../../platform/db/compared.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { linesForBooks } from "../lines/service.ts";

/** The invoices of the company `$1` as their events describe them, with the balances that other records change at the end. */
export const invoicesForBooksSql = fragment(
  `select i.id, ${comparedSql({
    number: "i.number",
    status: "i.status",
    customer_id: "i.customer_id",
    invoice_date: "i.invoice_date",
    due_date: "i.due_date",
    currency: "i.currency",
    subtotal: amountSql("i.subtotal"),
    tax_total: amountSql("i.tax_total"),
    total: amountSql("i.total"),
    withholding_amount: amountSql("i.withholding_amount"),
    amount_paid: amountSql("i.amount_paid"),
    lines: linesForBooks("invoice", "i.id"),
    amount_credited: amountSql("i.amount_credited"),
    amount_refunded: amountSql("i.amount_refunded"),
    credit_applied: amountSql("i.credit_applied"),
    credit_applied_elsewhere: amountSql("i.credit_applied_elsewhere"),
  })} from invoices i where i.company_id = $1`,
);
