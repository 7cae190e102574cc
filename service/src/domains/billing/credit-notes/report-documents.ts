import { fragment } from "../../../platform/db/fragments.ts";
import { accountingCurrencyOfSql, customerOfInvoiceSql } from "../invoices/service.ts";

/**
 * Credit notes as reports of sales and taxes read them, in the columns of `invoices/report-documents.ts`. Voiding an
 * invoice takes back its credit notes as well: those rows have the kind `void` and the sign of an invoice.
 */
const documentSql = (kind: string, date: string, sign: string) => `select '${kind}' as kind, n.id,
     'credit_note' as document, ${date} as date, ${customerOfInvoiceSql("n.company_id", "n.invoice_id")} as customer_id,
     n.currency, ${sign} as sign, n.total - n.tax_total as net, n.tax_total as tax, n.total, n.taxes,
     c.accounting_currency, case c.accounting_currency when n.currency then 1 else n.exchange_rate end as exchange_rate,
     case c.accounting_currency when n.currency then n.tax_total else n.tax_total_accounting end as tax_accounting,
     case c.accounting_currency when n.currency then n.total else n.total_accounting end as total_accounting,
     n.number as reference, n.invoice_id`;
const currencySql = `cross join lateral (select coalesce(n.accounting_currency,
  ${accountingCurrencyOfSql("n.company_id", "n.invoice_id")}) as accounting_currency) c`;

export const creditNoteDocumentsSql = (zone: string, condition: string) =>
  fragment(`${documentSql("credit_note", `(n.created_at at time zone ${zone})::date`, "-1")}
   from credit_notes n ${currencySql} where n.company_id = $1 and n.created_at > '-infinity' and ${condition}`);

/** Those of the invoices `voided`, rows of `id` and `date`. */
export const voidedCreditNotesSql = (voided: string) =>
  fragment(`${documentSql("void", "v.date", "1")} from ${voided} v
   join credit_notes n on n.company_id = $1 and n.invoice_id = v.id ${currencySql}`);
