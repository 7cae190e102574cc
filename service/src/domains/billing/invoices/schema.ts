import {
  AddressOutput,
  Amount,
  CreatedRange,
  Currency,
  Day,
  decimal,
  ExternalId,
  Id,
  includes,
  MetadataFilter,
  nullable,
  optional,
  PageQuery,
  Reference,
  Search,
  sortedBy,
  Timestamp,
  text,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { CustomerSnapshot, customerExample } from "../../catalog/customers/schema.ts";
import { rateInput } from "../exchange-rates/schema.ts";
import {
  documentExample,
  documentInputs,
  documentOutputs,
  Line,
  LineInputs,
  lineExample,
  lineInputExample,
  totalsExample,
  totalsFields,
  withholdingExample,
  withholdingInputs,
  withholdingOutputs,
} from "../lines/schema.ts";
import { fiscalStatuses, invoiceStatuses } from "./status.ts";

const fields = {
  customer_id: Type.Integer({ ...Reference, description: "A customer of this company.", examples: [7] }),
  invoice_date: optional({ ...Day, description: "Default: today in the company's time zone." }),
  due_date: optional({ ...Day, description: "Default: invoice_date plus the company's payment terms." }),
  currency: optional({ ...Currency, description: "ISO 4217; default: the company's currency." }),
  exchange_rate: optional(
    rateInput({
      description:
        "Units of the company's currency per unit of the invoice's; at most 10 decimals. Default: at issue, the newest of the company's exchange rates on or before invoice_date, at most 31 days older.",
      examples: [1534.25],
    }),
  ),
  lines: LineInputs,
  ...withholdingInputs,
  ...documentInputs,
};

export { fiscalStatuses, invoiceStatuses };

export const InvoiceCreate = Type.Object(fields, { title: "InvoiceCreate" });
export type InvoiceCreate = Type.Static<typeof InvoiceCreate>;

export const InvoicePatch = Type.Partial(Type.Object(fields), {
  title: "InvoicePatch",
  description:
    "Fields that are omitted stay unchanged. lines replaces all lines. null restores the default, except that withholding: null is none.",
});
export type InvoicePatch = Type.Static<typeof InvoicePatch>;

export const Supplier = Type.Object(
  {
    name: Type.String(),
    tax_id: nullable(Type.String()),
    registration_number: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: AddressOutput,
  },
  { title: "Supplier" },
);

const AuthorityRemark = Type.Object(
  { code: Type.String(), field: nullable(Type.String()), message: Type.String() },
  { title: "AuthorityRemark" },
);

/** What is known of a document's registration. It grows with each step: which members are there, the step says. */
export const Fiscal = nullable(
  Type.Object(
    {
      adapter: Type.String(),
      authority: Type.String({ description: "Display name." }),
      document_key: Type.String({ description: "The id of the document at the authority." }),
      document_sha256: Type.String(),
      pending_since: Type.Optional(Timestamp),
      irn: Type.Optional(Type.String()),
      registered_at: Type.Optional(Timestamp),
      qr: Type.Optional(
        nullable(Type.String({ description: "The content of the QR code on the document." })),
      ),
      references: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: "Other reference numbers from the authority.",
        }),
      ),
      cancel_until: Type.Optional(nullable(Timestamp)),
      warnings: Type.Optional(Type.Array(AuthorityRemark)),
      rejected_at: Type.Optional(Timestamp),
      errors: Type.Optional(Type.Array(AuthorityRemark, { description: "Why it was rejected." })),
      cancel_requested_at: Type.Optional(Timestamp),
      cancelled_at: Type.Optional(Timestamp),
      cancel_reason: Type.Optional(nullable(Type.String())),
    },
    { title: "Fiscal", description: "Null until the first attempt to register the invoice." },
  ),
);

/** The status of a document's registration with the revenue authority; credit notes show the same. */
export const fiscalFields = {
  irn: nullable(Type.String({ description: "Fiscal reference, once registered." })),
  fiscal_status: words(fiscalStatuses),
  // Those who read it here take nothing of it for granted: it is as old as its registration.
  fiscal: Type.Unsafe<object | null>(Fiscal),
};

export const fiscalFieldsExample = { irn: null, fiscal_status: "none", fiscal: null };

/** What a document comes to in the company's own currency; credit notes show the same. */
export const accountingOutputs = {
  accounting_currency: {
    ...Currency,
    description: "The company's currency; from the issue on, the one that it had then.",
  },
  exchange_rate: nullable(
    Type.Number({
      description:
        "Units of accounting_currency per unit of currency, fixed at issue; 1 if both are the same. Null while none is known: a draft shows only a rate that was given.",
    }),
  ),
  tax_total_accounting: nullable({
    ...Amount,
    description: "tax_total in accounting_currency, rounded; null without an exchange_rate.",
  }),
  total_accounting: nullable({
    ...Amount,
    description: "total in accounting_currency, rounded; null without an exchange_rate.",
  }),
};

export const accountingExample = {
  accounting_currency: "NGN",
  exchange_rate: 1,
  tax_total_accounting: totalsExample.tax_total,
  total_accounting: totalsExample.total,
};

const invoiceFields = {
  id: Id,
  number: nullable(
    Type.String({
      description: "Assigned at issue; null for drafts, and for drafts that were voided.",
      examples: ["INV-000001"],
    }),
  ),
  status: words(invoiceStatuses),
  customer_id: Id,
  customer: CustomerSnapshot,
  supplier: Supplier,
  invoice_date: Day,
  due_date: Day,
  currency: Currency,
  ...totalsFields,
  ...withholdingOutputs,
  ...accountingOutputs,
  amount_paid: Amount,
  amount_credited: Amount,
  amount_refunded: Amount,
  credit_applied: { ...Amount, description: "Credit of other invoices that was applied to this one." },
  credit_applied_elsewhere: { ...Amount, description: "Credit of this invoice that was applied to others." },
  amount_due: {
    ...Amount,
    description:
      "total + credit_applied_elsewhere − amount_credited − amount_paid − credit_applied, and never below 0.",
  },
  amount_payable: {
    ...Amount,
    description:
      "What the buyer is asked for: amount_due without the withholding_amount that is not yet recorded by payments of the method withholding_tax, and never below 0.",
  },
  amount_to_refund: {
    ...Amount,
    description:
      "What was paid beyond what the invoice comes to after its credit notes, and is neither refunded nor applied to other invoices.",
  },
  overdue: Type.Boolean({
    description:
      "True if the invoice is open or partially paid, the due date has passed and amount_payable is not 0.",
  }),
  ...fiscalFields,
  sale_id: nullable(Id),
  recurring_invoice_id: nullable({ ...Id, description: "The schedule that made this invoice." }),
  period_start: nullable({
    ...Day,
    description: "The first day of the schedule's period; null without one.",
  }),
  period_end: nullable({ ...Day, description: "The last day of that period." }),
  source: words(["api", "portal", "site"]),
  portal_token: Type.String({
    description: "Unguessable token that shows this invoice in the embedded portal.",
  }),
  ...documentOutputs,
  created_at: Timestamp,
  updated_at: Timestamp,
  issued_at: nullable(Timestamp),
  paid_at: nullable(Timestamp),
  voided_at: nullable(Timestamp),
  sent_at: nullable({ ...Timestamp, description: "When it was last sent to the buyer by mail." }),
  viewed_at: nullable({ ...Timestamp, description: "When the page for the buyer was first opened." }),
  reminders_paused: Type.Boolean({
    description: "Whether reminders leave this invoice out; those of a customer are paused on the customer.",
  }),
  reminded_at: nullable({ ...Timestamp, description: "When the buyer was last reminded by mail." }),
};

export const Invoice = Type.Object({ ...invoiceFields, lines: Type.Array(Line) }, { title: "Invoice" });

export const InvoiceEntry = Type.Object(
  { ...invoiceFields, lines: Type.Optional(Type.Array(Line, { description: "With include=lines." })) },
  { title: "InvoiceEntry" },
);

const day = (description: string) => Type.Optional({ ...Day, description });
const moment = (description: string, example: string) =>
  Type.Optional(Type.String({ format: "moment", description, examples: [example] }));
const total = (description: string) =>
  Type.Optional(decimal({ fraction: 6, from: 0 }, { description, examples: [1000] }));

/** Of issued invoices, most of them have an index; otherwise a bounded number of records is checked. */
const checkedRanges = {
  invoice_date_from: day("With this `invoice_date` or a later one."),
  invoice_date_to: day("With this `invoice_date` or an earlier one."),
  due_date_from: day("Due on this date or later."),
  due_date_to: day("Due on this date or earlier."),
  issued_from: moment("Issued at or after: a date, or a timestamp.", "2026-11-01"),
  issued_to: moment("Issued at or before: a date (that whole day), or a timestamp.", "2026-11-30"),
  updated_from: moment("Changed last at or after: a date, or a timestamp.", "2026-11-01"),
  updated_to: moment("Changed last at or before: a date (that whole day), or a timestamp.", "2026-11-30"),
  total_from: total("With at least this total."),
  total_to: total("With at most this total."),
};

export const InvoiceQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  ...checkedRanges,
  status: Type.Optional(words([...invoiceStatuses, "overdue"])),
  fiscal_status: Type.Optional(words(fiscalStatuses)),
  customer_id: Type.Optional(Id),
  currency: Type.Optional(Currency),
  external_id: Type.Optional(ExternalId),
  number: Type.Optional(
    text(50, {
      description: "The number, in any spelling: INV-000012, inv 000012.",
      examples: ["INV-000012"],
    }),
  ),
  customer_external_id: Type.Optional(text(200, { description: "The external_id of the customer." })),
  recurring_invoice_id: Type.Optional(Id),
  q: Search,
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "invoice_date", "due_date", "total"),
  include: includes("lines", "total_count"),
});

export const invoiceCreateExample = {
  customer_id: 7,
  invoice_date: "2026-11-15",
  due_date: "2026-12-15",
  currency: "NGN",
  lines: [lineInputExample],
};

const {
  language: _language,
  default_discount_percent: _discount,
  withholding_rate: _withholding,
  reminders_paused: _paused,
  id: _id,
  external_id: _external,
  metadata: _metadata,
  balance: _balance,
  created_at,
  updated_at,
  ...customer
} = customerExample;

export const PossibleDuplicate = {
  ...Id,
  description:
    "Only if another invoice of the customer, made within 24 hours, has the same lines and total: its id. Perhaps the same was invoiced twice.",
};

export const invoiceEntryExample = {
  id: 1042,
  number: null as string | null,
  status: "draft",
  customer_id: 7,
  customer,
  supplier: {
    name: "Lagos Works Ltd",
    tax_id: "87654321-0001",
    registration_number: "RC 7654321",
    email: "billing@lagosworks.example",
    phone: null,
    address: { line1: "4 Broad Street", city: "Lagos", country: "NG" },
  },
  invoice_date: "2026-11-15",
  due_date: "2026-12-15",
  currency: "NGN",
  ...totalsExample,
  ...withholdingExample,
  ...accountingExample,
  amount_paid: 0,
  amount_credited: 0,
  amount_refunded: 0,
  credit_applied: 0,
  credit_applied_elsewhere: 0,
  amount_due: 145125,
  amount_payable: 145125,
  amount_to_refund: 0,
  overdue: false,
  ...fiscalFieldsExample,
  sale_id: null,
  recurring_invoice_id: null,
  period_start: null,
  period_end: null,
  source: "api",
  portal_token: "pt_1042_x7Qm0wz9Lr3TnVbY2cKd5A",
  ...documentExample,
  created_at,
  updated_at,
  issued_at: null as string | null,
  paid_at: null,
  voided_at: null as string | null,
  sent_at: null as string | null,
  viewed_at: null as string | null,
  reminders_paused: false,
  reminded_at: null as string | null,
};

export const invoiceExample = { ...invoiceEntryExample, lines: [lineExample] };
