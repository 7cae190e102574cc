import { fragment } from "../../../platform/db/fragments.ts";
import { companyCurrencySql } from "../../tenancy/companies/service.ts";

/**
 * Invoices as reports of sales and taxes read them: rows of `kind`, `id`, `document` (the owner of its lines), `date`,
 * `customer_id`, `currency`, `sign`, `net`, `tax`, `total`, `taxes`, and the same in the accounting currency, of the
 * company `$1`. A void takes back on its own day what the invoice added on its date, so that a past period never changes.
 */
const documentSql = (kind: string, date: string, sign: string) => `select '${kind}' as kind, i.id,
     'invoice' as document, ${date} as date, i.customer_id, i.currency, ${sign} as sign, i.total - i.tax_total as net,
     i.tax_total as tax, i.total, i.taxes, c.accounting_currency,
     case c.accounting_currency when i.currency then 1 else i.exchange_rate end as exchange_rate,
     case c.accounting_currency when i.currency then i.tax_total else i.tax_total_accounting end as tax_accounting,
     case c.accounting_currency when i.currency then i.total else i.total_accounting end as total_accounting,
     i.number as reference, i.id as invoice_id
   from invoices i cross join lateral (
     select coalesce(i.accounting_currency, ${companyCurrencySql("$1")}) as accounting_currency) c
   where i.company_id = $1`;

export const issuedDocumentsSql = (condition: string) =>
  fragment(
    `${documentSql("invoice", "i.invoice_date", "1")} and i.number is not null and i.id > 0 and ${condition}`,
  );

export const voidedDocumentsSql = (zone: string, condition: string) =>
  fragment(`${documentSql("void", `(i.voided_at at time zone ${zone})::date`, "-1")}
     and i.status = 'void' and i.number is not null and ${condition}`);

/** The invoices that were voided, as `id` and `date`, for the credit notes that went with them. */
export const voidedIdsSql = (zone: string, condition: string) =>
  fragment(`select i.id, (i.voided_at at time zone ${zone})::date as date from invoices i
   where i.company_id = $1 and i.status = 'void' and i.number is not null and i.amount_credited > 0 and ${condition}`);

/**
 * Credit of an invoice that other invoices have, and that nothing offsets once the invoice is voided, as rows like
 * those of `movements.ts`.
 */
export const creditAppliedOfVoidedSql = (zone: string, condition: string) =>
  fragment(`select 'void' as kind, i.id as record_id, (i.voided_at at time zone ${zone})::date as date, i.customer_id,
     i.currency, -i.credit_applied_elsewhere as amount, i.id as invoice_id, i.number as reference, null::text as method
   from invoices i where i.company_id = $1 and i.status = 'void' and i.number is not null
     and i.credit_applied_elsewhere > 0 and ${condition}`);
