import { Big } from "big.js";
import { describeRecord, type Fields } from "../../../platform/db/record.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Gap } from "../../../platform/db/text-batch.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { customerSnapshotFields } from "../../catalog/customers/service.ts";
import { supplierSnapshotFields } from "../../tenancy/companies/service.ts";
import {
  type DocumentColumns,
  documentFields,
  lineJson,
  linesJsonSql,
  type NewLine,
  type TotalsColumns,
  totalsRecordFields,
  type WithholdingColumns,
  withholdingRecordFields,
} from "../lines/service.ts";

/** What POST and PATCH write to an invoice. */
export type InvoiceContent = TotalsColumns &
  WithholdingColumns &
  DocumentColumns & {
    customer_id: number;
    invoice_date: string;
    due_date: string;
    currency: string;
  } & AccountingContent;

/** What an invoice comes to in the company's own currency. */
export type AccountingContent = {
  accounting_currency: string;
  /** The rate that was given. Without one, an invoice in another currency takes the rate of its date at issue. */
  exchange_rate: string | null;
  tax_total_accounting: string | null;
  total_accounting: string | null;
};

/** The period of a schedule that an invoice is for; it begins with the date of the invoice. */
export type Recurrence = { recurring_invoice_id: number; period_start: string; period_end: string };

/** A draft that is about to be stored, with the ids it will have, or with gaps for those that the statement gives it. */
export type NewDraft = InvoiceContent & {
  companyId: number;
  id: number | Gap;
  customer: Json;
  supplier: Json;
  sale_id: number | null;
  /** The schedule that makes it, and for which days. */
  recurrence?: Recurrence | null;
  source: "api" | "portal" | "site";
  portal_secret: string;
  now: Date;
  lines: NewLine[];
};

/** What is owed on an invoice; below zero, what its customer has paid or been credited beyond that. */
export const balanceSql = (invoice: string) =>
  ["amount_credited", "amount_paid", "credit_applied"].reduce(
    (sql, amount) => `${sql} - ${invoice}.${amount}`,
    `${invoice}.total + ${invoice}.credit_applied_elsewhere`,
  );

/** The same, but never below zero. */
export const dueSql = (invoice: string) => `greatest(${balanceSql(invoice)}, 0)`;

/** What its customer has paid or been credited beyond that, and has not been given back. */
export const toRefundSql = (invoice: string) =>
  `greatest(-(${balanceSql(invoice)}) - ${invoice}.amount_refunded, 0)`;

/** What the buyer withholds and no payment has recorded yet. */
const withheldSql = (invoice: string) =>
  `greatest(${invoice}.withholding_amount - ${invoice}.withholding_recorded, 0)`;

/** What the buyer is asked for. */
export const payableSql = (invoice: string) =>
  `greatest(${balanceSql(invoice)} - ${withheldSql(invoice)}, 0)`;

/** Whether that is anything, of an invoice that is owed; in the words that the indexes of overdue invoices demand. */
export const isPayableSql = (invoice: string) => `${balanceSql(invoice)} > ${withheldSql(invoice)}`;

const payableOf = ({ total, currency, withholding, withholding_amount }: InvoiceContent) =>
  withholding === null
    ? total
    : new Big(total).minus(withholding_amount).toFixed(currencyDigits(currency) ?? 0);

/** An invoice that somebody owes. */
export const owingSql = (invoice: string) => `${invoice}.status in ('open', 'partially_paid')`;

/** Whether an invoice is overdue where it is that date. */
export const overdueSql = (invoice: string, today: string) =>
  `${owingSql(invoice)} and ${isPayableSql(invoice)} and ${invoice}.due_date < ${today}`;

/**
 * The company `co` of a draft may get another currency, for which a rate that was given does not hold. Invoices that were
 * issued before they had an accounting currency have none.
 */
export const accountingCurrencySql =
  "case when r.status = 'draft' then co.currency else coalesce(r.accounting_currency, co.currency) end";
const accountingSql = (column: string, own: string) =>
  `case ${accountingCurrencySql} when r.currency then ${own} when r.accounting_currency then r.${column} end`;

const isOwnCurrency = (content: InvoiceContent) => content.currency === content.accounting_currency;

/** A draft has a column of these only for a rate that was given: most are in the company's own currency. */
const accountingFields: Fields<InvoiceContent> = {
  accounting_currency: {
    type: "code",
    read: accountingCurrencySql,
    insert: true,
    patch: true,
    value: (content) => content.accounting_currency,
    stored: (content) => (content.exchange_rate === null ? null : content.accounting_currency),
  },
  exchange_rate: {
    type: "numeric",
    read: accountingSql("exchange_rate", "1"),
    insert: true,
    patch: true,
    value: (content) => (isOwnCurrency(content) ? 1 : content.exchange_rate),
    stored: (content) => content.exchange_rate,
  },
  tax_total_accounting: {
    type: "numeric",
    read: accountingSql("tax_total_accounting", "r.tax_total"),
    insert: true,
    patch: true,
    value: (content) => (isOwnCurrency(content) ? content.tax_total : content.tax_total_accounting),
    stored: (content) => content.tax_total_accounting,
  },
  total_accounting: {
    type: "numeric",
    read: accountingSql("total_accounting", "r.total"),
    insert: true,
    patch: true,
    value: (content) => (isOwnCurrency(content) ? content.total : content.total_accounting),
    stored: (content) => content.total_accounting,
  },
};

export const newInvoiceIdSql = "nextval('invoices_id_seq')";

/** `pt_1042_…` identifies invoice 1042 for anyone who has the secret. */
export const portalTokenOf = (id: number | Gap, secret: string) => `pt_${id}_${secret}`;
export const portalTokenSql = (invoice: string) =>
  `'pt_' || ${invoice}.id || '_' || ${invoice}.portal_secret`;

/** SQL for the values of the gaps in a new draft's text, in the order of the fields below. */
export const draftGapsSql = (ids: { id: string; customer: string; lineIds: string }) =>
  `array[${ids.id}::text, ${ids.customer}::text, ${ids.id}::text] || ${ids.lineIds}::text[]`;

const recurrenceField = (type: "int8" | "date", name: keyof Recurrence) =>
  ({ type, insert: true, value: (draft: NewDraft) => draft.recurrence?.[name] ?? null }) as const;

/**
 * An invoice, described once. In the SQL `r` is the invoice, `c` its customer, `co` its company and `$2` the company's
 * today; a draft shows customer and supplier as they are, an issued invoice as they were. In an insert `now` is a column
 * of the batch.
 */
export const invoiceRecord = describeRecord<InvoiceContent, NewDraft>("invoices", {
  company_id: { type: "int8", insert: true, shown: false, value: (draft) => draft.companyId },
  id: { type: "int8", insert: true, value: (draft) => draft.id },
  number: { type: "text", value: () => null },
  status: { type: "code", insert: "'draft'", value: () => "draft" },
  customer_id: { type: "int8", insert: true, patch: true, value: (content) => content.customer_id },
  customer: {
    type: "json",
    read: `coalesce(r.customer_snapshot::json, ${jsonOf(customerSnapshotFields)})`,
    value: (draft) => draft.customer,
  },
  supplier: {
    type: "json",
    read: `coalesce(r.supplier_snapshot::json, ${jsonOf(supplierSnapshotFields)})`,
    value: (draft) => draft.supplier,
  },
  invoice_date: { type: "date", insert: true, patch: true, value: (content) => content.invoice_date },
  due_date: { type: "date", insert: true, patch: true, value: (content) => content.due_date },
  currency: { type: "code", insert: true, patch: true, value: (content) => content.currency },
  ...totalsRecordFields,
  ...withholdingRecordFields,
  withholding_recorded: { type: "numeric", shown: false, value: () => 0 },
  ...accountingFields,
  amount_paid: { type: "numeric", value: () => 0 },
  amount_credited: { type: "numeric", value: () => 0 },
  amount_refunded: { type: "numeric", value: () => 0 },
  credit_applied: { type: "numeric", value: () => 0 },
  credit_applied_elsewhere: { type: "numeric", value: () => 0 },
  amount_due: { type: "numeric", read: dueSql("r"), value: (draft) => draft.total },
  amount_payable: { type: "numeric", read: payableSql("r"), value: payableOf },
  amount_to_refund: {
    type: "numeric",
    read: toRefundSql("r"),
    value: () => 0,
  },
  overdue: {
    type: "json",
    read: overdueSql("r", "$2::date"),
    value: () => "false",
  },
  irn: { type: "text", value: () => null },
  fiscal_status: { type: "code", value: () => "none" },
  fiscal: { type: "jsonb", value: () => null },
  sale_id: { type: "int8", insert: true, value: (draft) => draft.sale_id },
  recurring_invoice_id: recurrenceField("int8", "recurring_invoice_id"),
  period_start: recurrenceField("date", "period_start"),
  period_end: recurrenceField("date", "period_end"),
  source: { type: "code", insert: true, value: (draft) => draft.source },
  portal_secret: { type: "code", insert: true, shown: false, value: (draft) => draft.portal_secret },
  portal_token: {
    type: "code",
    read: portalTokenSql("r"),
    value: (draft) => portalTokenOf(draft.id, draft.portal_secret),
  },
  ...documentFields,
  created_at: { type: "timestamptz", insert: "now", value: (draft) => draft.now },
  updated_at: { type: "timestamptz", insert: "now", value: (draft) => draft.now },
  issued_at: { type: "timestamptz", value: () => null },
  paid_at: { type: "timestamptz", value: () => null },
  voided_at: { type: "timestamptz", value: () => null },
  sent_at: { type: "timestamptz", value: () => null },
  viewed_at: { type: "timestamptz", value: () => null },
  reminders_paused: { type: "bool", value: () => false },
  reminded_at: { type: "timestamptz", value: () => null },
  lines: {
    type: "json",
    read: linesJsonSql("invoice"),
    shown: "record",
    value: (draft) => `[${draft.lines.map(lineJson).join(",")}]`,
  },
});
