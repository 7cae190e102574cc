import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { documentTextNames } from "../../billing/lines/service.ts";
import { writeCsv } from "./csv.ts";

/**
 * Maps records to rows of a spreadsheet: one list of columns per record type, used by exports and, where supported,
 * imports. Secrets such as portal tokens have no column.
 */
export type SheetName =
  | "customers"
  | "products"
  | "sales"
  | "quotes"
  | "invoices"
  | "credit_notes"
  | "recurring_invoices"
  | "payments"
  | "exchange_rates"
  | "audit"
  | "withholding"
  | "journal";

export type Sheet = { name: SheetName; columns: readonly Column[] };

export type Column = {
  name: string;
  /** Null becomes an empty cell. */
  cell: (record: ExportedRecord) => string;
};

// biome-ignore lint/suspicious/noExplicitAny: records of several nouns, read from the JSON that their lists answer with
export type ExportedRecord = any;

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

const columns = (...names: string[]): Column[] =>
  names.map((name) => ({ name, cell: (record) => cellOf(record[name]) }));

/** JavaScript writes small numbers with an exponent, which no import reads. */
const rateColumn = (name: string): Column => ({
  name,
  cell: (record) => (record[name] == null ? "" : toPlain(parseDecimal(record[name])!)),
});

const inside = (member: string, ...names: string[]): Column[] =>
  names.map((name) => ({ name: `${member}_${name}`, cell: (record) => cellOf(record[member]?.[name]) }));

export const addressParts = ["line1", "line2", "city", "region", "postal_code", "country"] as const;

export const customerSheet: Sheet = {
  name: "customers",
  columns: [
    ...columns("id", "name", "email", "phone", "kind", "tax_id", "registration_number"),
    ...inside("address", ...addressParts),
    ...columns("language", "external_id", "metadata", "created_at", "updated_at", "withholding_rate"),
    ...columns("reminders_paused", "default_discount_percent"),
  ],
};

export const productSheet: Sheet = {
  name: "products",
  columns: [
    ...columns(
      "id",
      "name",
      "description",
      "sku",
      "kind",
      "unit_price",
      "currency",
      "tax_rate",
      "tax_category",
    ),
    ...columns("exemption_reason", "unit_code", "hs_code", "service_code", "active", "portal", "external_id"),
    ...columns("metadata", "created_at", "updated_at", "default_discount_percent"),
  ],
};

// New columns are added at the end, so that a program that reads a column by its position still finds it.
const priceColumns = columns("prices_include_tax", "discount_total", "charge_total");

const withholdingColumns = [...inside("withholding", "rate", "reason"), ...columns("withholding_amount")];

export const saleSheet: Sheet = {
  name: "sales",
  columns: [
    ...columns("id", "number", "status", "customer_id", "currency", "subtotal", "tax_total", "total"),
    ...columns("booking_date", "invoice_id", "source", ...documentTextNames, "created_at", "updated_at"),
    ...priceColumns,
    ...columns("metadata"),
  ],
};

export const quoteSheet: Sheet = {
  name: "quotes",
  columns: [
    ...columns("id", "number", "status", "customer_id", "quote_date", "valid_until", "currency", "subtotal"),
    ...columns("tax_total", "total", "sent_at", "accepted_by", "accepted_at", "declined_by", "declined_at"),
    ...columns("decline_reason", "sale_id", "invoice_id", "source", ...documentTextNames),
    ...columns("created_at", "updated_at"),
    ...priceColumns,
    ...columns("viewed_at", "metadata"),
  ],
};

export const invoiceSheet: Sheet = {
  name: "invoices",
  columns: [
    ...columns("id", "number", "status", "customer_id"),
    ...inside("customer", "name", "email", "tax_id"),
    ...columns("invoice_date", "due_date", "currency", "subtotal", "tax_total", "total", "amount_paid"),
    ...columns(
      "amount_credited",
      "amount_refunded",
      "amount_due",
      "overdue",
      "fiscal_status",
      "irn",
      "source",
    ),
    ...columns(...documentTextNames, "created_at", "issued_at", "paid_at", "voided_at"),
    ...columns("credit_applied", "credit_applied_elsewhere", "amount_to_refund"),
    ...withholdingColumns,
    ...columns("amount_payable"),
    ...columns("accounting_currency"),
    rateColumn("exchange_rate"),
    ...columns("tax_total_accounting", "total_accounting"),
    ...priceColumns,
    ...columns("sent_at", "viewed_at", "reminded_at"),
    ...columns("reminders_paused", "sale_id", "recurring_invoice_id", "period_start", "period_end"),
    ...columns("updated_at", "metadata"),
  ],
};

export const creditNoteSheet: Sheet = {
  name: "credit_notes",
  columns: [
    ...columns("id", "number", "invoice_id", "currency", "subtotal", "tax_total", "total", "reason"),
    ...columns(
      "amount_applied",
      "applications",
      "fiscal_status",
      "irn",
      "issued_at",
      "sent_at",
      "created_at",
    ),
    ...columns("accounting_currency"),
    rateColumn("exchange_rate"),
    ...columns("tax_total_accounting", "total_accounting"),
    ...priceColumns,
    ...columns("metadata"),
  ],
};

export const recurringSheet: Sheet = {
  name: "recurring_invoices",
  columns: [
    ...columns("id", "status", "customer_id", "customer_name", "interval", "interval_count", "day_of_month"),
    ...columns(
      "start_date",
      "end_date",
      "count",
      "next_date",
      "last_date",
      "periods_done",
      "action",
      "missed",
    ),
    ...columns("payment_terms_days", "currency", "subtotal", "tax_total", "total", ...documentTextNames),
    ...columns("created_at", "updated_at"),
    ...priceColumns,
    ...withholdingColumns,
    ...columns("last_invoice_id", "last_error", "metadata"),
  ],
};

export const paymentSheet: Sheet = {
  name: "payments",
  columns: [
    ...columns("id", "invoice_id", "amount", "currency", "unallocated_amount", "amount_refunded", "method"),
    ...columns(
      "reference",
      "note",
      "late",
      "source",
      "gateway",
      "gateway_reference",
      "paid_at",
      "created_at",
      "reversed_at",
      "reversal_reason",
      "certificate_number",
      "allocations",
      "disputed_at",
      "dispute_status",
      "dispute_reason",
      "sent_at",
      "payment_link_reference",
      "quantity",
      "metadata",
    ),
  ],
};

export const exchangeRateSheet: Sheet = {
  name: "exchange_rates",
  columns: [
    ...columns("id", "currency", "date"),
    rateColumn("rate"),
    ...columns("accounting_currency", "created_at", "updated_at"),
  ],
};

export const auditSheet: Sheet = {
  name: "audit",
  columns: [
    ...columns("created_at"),
    ...inside("actor", "type", "id", "name"),
    ...columns("action", "subject", "details", "address", "request_id"),
  ],
};

export const withheldTaxSheet: Sheet = {
  name: "withholding",
  columns: columns(
    "payment_id",
    "invoice_id",
    "invoice_number",
    "customer_name",
    "amount",
    "currency",
    "certificate_number",
    "paid_at",
    "created_at",
    "allocations",
  ),
};

/** One row for each line of an entry. */
export const journalSheet: Sheet = {
  name: "journal",
  columns: [
    ...columns(
      "line_id",
      "entry_id",
      "date",
      "type",
      "reference",
      "customer_id",
      "customer_name",
      "invoice_id",
      "method",
      "currency",
      "account",
      "debit",
      "credit",
      "tax_category",
      "tax_rate",
      "accounting_currency",
    ),
    rateColumn("exchange_rate"),
  ],
};

/** Every list that can be exported. */
export const sheets: Record<SheetName, Sheet> = {
  customers: customerSheet,
  products: productSheet,
  sales: saleSheet,
  quotes: quoteSheet,
  invoices: invoiceSheet,
  credit_notes: creditNoteSheet,
  recurring_invoices: recurringSheet,
  payments: paymentSheet,
  exchange_rates: exchangeRateSheet,
  audit: auditSheet,
  withholding: withheldTaxSheet,
  journal: journalSheet,
};

/** Records of a list, each as the JSON text of the list response. Plain data, so that it can be sent to a thread. */
export type LinesInput = { sheet: SheetName; entries: readonly string[] };

/** Writes the records as CSV lines. */
export function linesOf({ sheet, entries }: LinesInput): string {
  if (entries.length === 0) return "";
  const { columns } = sheets[sheet];
  const records = entries.map((entry) => JSON.parse(entry) as object);
  return writeCsv(records.map((record) => columns.map(({ cell }) => cell(record))));
}
