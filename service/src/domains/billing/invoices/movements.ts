import { fragment } from "../../../platform/db/fragments.ts";
import { balanceSql } from "./fields.ts";

/**
 * What invoices add to, and take from, what customers owe, for the reports of other modules. Each is a select of rows with
 * `kind`, `record_id`, `date`, `customer_id`, `currency`, `amount` (below zero: owed less), `invoice_id`, `reference` and
 * `method`, of the company `$1`. The caller says which rows, and in which time zone a moment is a date.
 */

/** Invoices from their date on, also those that were voided later. The condition is about the invoice `i`. */
export const issuedMovementsSql = (condition: string) =>
  fragment(`select 'invoice' as kind, i.id as record_id, i.invoice_date as date, i.customer_id, i.currency,
     i.total as amount, i.id as invoice_id, i.number as reference, null::text as method
   from invoices i where i.company_id = $1 and i.number is not null and i.id > 0 and ${condition}`);

/** What was still owed on invoices when they were voided. */
export const voidedMovementsSql = (zone: string, condition: string) =>
  fragment(`select 'void' as kind, i.id as record_id, (i.voided_at at time zone ${zone})::date as date, i.customer_id,
     i.currency, -(${balanceSql("i")}) as amount, i.id as invoice_id, i.number as reference, null::text as method
   from invoices i where i.company_id = $1 and i.status = 'void' and i.number is not null and ${condition}`);

/** What was written off, `w`, of an invoice `i`; an amount above zero is owed again, because something else changed it. */
export const writeOffMovementsSql = (zone: string, condition: string) =>
  fragment(`select 'write_off' as kind, w.id as record_id, (w.created_at at time zone ${zone})::date as date,
     i.customer_id, i.currency, -w.amount as amount, i.id as invoice_id, i.number as reference, null::text as method
   from invoice_write_offs w join invoices i on i.company_id = w.company_id and i.id = w.invoice_id
   where w.company_id = $1 and ${condition}`);

/** The invoices of a customer, for what refers to them. */
export const invoicesOfCustomerSql = (customer: string) =>
  fragment(`(select i.id from invoices i where i.company_id = $1 and i.customer_id = ${customer}
     and i.number is not null)`);

/** What ended single invoices since a moment, as `invoice_id`, `amount` and `withheld`. */
export const endedSinceSql = (moment: string) =>
  fragment(`select i.id as invoice_id, -(${balanceSql("i")}) as amount, 0 as withheld from invoices i
     where i.company_id = $1 and i.status = 'void' and i.number is not null and i.voided_at >= ${moment}
   union all
   select w.invoice_id, -w.amount, 0 from invoice_write_offs w
     where w.company_id = $1 and w.created_at > '-infinity' and w.created_at >= ${moment}`);

/** The invoices of the days after a day, in the same columns. */
export const issuedSinceSql = (day: string) =>
  fragment(`select i.id as invoice_id, i.total as amount, 0 as withheld from invoices i
     where i.company_id = $1 and i.number is not null and i.id > 0 and i.invoice_date > ${day}`);

/** The balance of the invoice as reports see it: nothing is owed on what is void or written off. */
const countedBalanceSql = (invoice: string) =>
  `case when ${invoice}.status in ('draft', 'void', 'uncollectible') then 0 else ${balanceSql(invoice)} end`;

const withheldSql = "greatest(i.withholding_amount - i.withholding_recorded, 0)";

/**
 * What is owed now, as `customer_id`, `currency`, `due_date`, `amount` and `withheld` (what the buyer withholds of it and
 * has not recorded). The columns are those of the index of owed invoices, so that the invoices themselves are not read.
 */
export const owedNowSql =
  fragment(`select i.customer_id, i.currency, i.due_date, ${balanceSql("i")} as amount,
     ${withheldSql} as withheld
   from invoices i where i.company_id = $1 and i.status in ('open', 'partially_paid') and i.customer_id > 0`);

const isOwedSql = `i.status in ('open', 'partially_paid') and ${balanceSql("i")} > 0`;

/**
 * How what is owed now differs from what was owed at the end of a day on the invoices up to that day, as `customer_id`,
 * `currency`, `due_date`, `amount` and `is_due`, by the rows of `changes` (`invoice_id`, `amount`, `withheld`), one for
 * each invoice that changed since. What is owed on it now is taken away, and what was owed then is added.
 */
export const owedChangesSql = (changes: string, day: string) =>
  fragment(`select i.customer_id, i.currency, i.due_date, o.amount, o.is_due
   from ${changes} l join invoices i on i.company_id = $1 and i.id = l.invoice_id and i.invoice_date <= ${day}
   cross join lateral (
     select -(${balanceSql("i")}) as amount, ${balanceSql("i")} > ${withheldSql} as is_due where ${isOwedSql}
     union all
     select t.amount, t.amount > t.withheld from (select ${countedBalanceSql("i")} - l.amount as amount,
       greatest(i.withholding_amount - i.withholding_recorded + l.withheld, 0) as withheld) t
     where t.amount > 0
   ) o`);

/** What is owed now, and what was invoiced, on the invoices of the days after a day, in the columns of `owedChangesSql`. */
export const owedSinceSql = (day: string) =>
  fragment(`select i.customer_id, i.currency, i.due_date, case when ${isOwedSql} then ${balanceSql("i")} else 0 end as amount,
     ${balanceSql("i")} > ${withheldSql} as is_due, i.total
   from invoices i where i.company_id = $1 and i.number is not null and i.id > 0 and i.invoice_date > ${day}`);

/**
 * The invoices on which something was owed at the end of a day, as `id`, `number`, `customer_id`, `currency`, `due_date`,
 * `amount` and `withheld`, by the same `changes`, with their `accounting_currency` and `exchange_rate`.
 */
export const owedInvoicesSql = (changes: string, condition = "true") =>
  fragment(`select i.id, i.number, i.customer_id, i.currency, i.due_date, ${balanceSql("i")} as amount,
     ${withheldSql} as withheld, i.accounting_currency, i.exchange_rate
   from invoices i where i.company_id = $1 and i.status in ('open', 'partially_paid') and i.customer_id > 0
     and ${condition} and ${balanceSql("i")} > 0 and not exists (select from ${changes} l where l.invoice_id = i.id)
   union all
   select i.id, i.number, i.customer_id, i.currency, i.due_date, o.amount, o.withheld, i.accounting_currency, i.exchange_rate
   from ${changes} l join invoices i on i.company_id = $1 and i.id = l.invoice_id
   cross join lateral (select ${countedBalanceSql("i")} - l.amount as amount,
     greatest(i.withholding_amount - i.withholding_recorded + l.withheld, 0) as withheld) o
   where o.amount > 0 and ${condition}`);

/**
 * The same of invoices in other currencies than the company's, whose code is `own`. The `exchange_rate` is the one to it:
 * null where an invoice has none, or one to the currency that the company had before. Two ranges can be read from an
 * index, unlike "not equal".
 */
export const owedAbroadSql = (changes: string, own: string) =>
  fragment(`select o.id, o.number, o.customer_id, o.currency, o.due_date, o.amount, o.withheld,
     case o.accounting_currency when ${own} then o.exchange_rate end as exchange_rate
   from (${owedInvoicesSql(changes, `(i.currency < ${own} or i.currency > ${own})`)}) o`);

/**
 * What all invoices come to now beyond what is owed, as `customer_id`, `currency` and `amount`: what was paid or credited
 * beyond it, and what was refunded. Each part is read by its index.
 */
export const beyondOwedSql = fragment(`select i.customer_id, i.currency, ${balanceSql("i")} as amount
   from invoices i where i.company_id = $1 and ${balanceSql("i")} < 0
     and i.status not in ('draft', 'open', 'partially_paid', 'void', 'uncollectible')
   union all
   select i.customer_id, i.currency, i.amount_refunded
   from invoices i where i.company_id = $1 and i.amount_refunded > 0 and i.status <> 'draft'`);
