import {
  CreatedRange,
  Currency,
  Day,
  ExternalId,
  Id,
  includes,
  MetadataFilter,
  nullable,
  optional,
  PageQuery,
  Reference,
  sortedBy,
  Timestamp,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
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

export const recurringStatuses = ["active", "paused", "ended"] as const;
export const intervals = ["day", "week", "month", "year"] as const;
export const recurringActions = ["draft", "issue", "issue_and_register", "issue_register_and_send"] as const;
export const missedChoices = ["catch_up", "skip"] as const;

const ruleFields = {
  interval: words(intervals, { examples: ["month"] }),
  interval_count: optional(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      description: "Every so many days, weeks, months or years; default: 1.",
    }),
  ),
  day_of_month: optional(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      description:
        "For months and years; default: the day of start_date. In a shorter month the invoice has the month's last day.",
    }),
  ),
  start_date: Type.String({
    ...Day,
    description:
      "The first invoice has the first date of the schedule on or after this day, which may be at most 31 days ago.",
  }),
  end_date: optional({
    ...Day,
    description: "No invoice has a later date. Either this or count, or neither.",
  }),
  count: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: "Ends after so many periods. Those that were skipped or fell into a pause do not count.",
    }),
  ),
};

const fields = {
  customer_id: Type.Integer({ ...Reference, description: "A customer of this company.", examples: [7] }),
  currency: optional({ ...Currency, description: "ISO 4217; default: the company's currency." }),
  lines: LineInputs,
  ...ruleFields,
  action: optional(
    words(recurringActions, {
      description:
        "What happens with each invoice; default: draft. With `issue_register_and_send` the buyer gets it by mail once it is registered.",
    }),
  ),
  missed: optional(
    words(missedChoices, {
      description:
        "When several periods are due at once, after an outage: `catch_up`, the default, makes an invoice for each, `skip` only for the latest.",
    }),
  ),
  payment_terms_days: optional(
    Type.Integer({
      minimum: 0,
      maximum: 366,
      description: "due_date is so many days after invoice_date; default: the company's payment terms.",
    }),
  ),
  ...withholdingInputs,
  ...documentInputs,
};

export const RecurringInvoiceCreate = Type.Object(fields, { title: "RecurringInvoiceCreate" });
export type RecurringInvoiceCreate = Type.Static<typeof RecurringInvoiceCreate>;

export const RecurringInvoicePatch = Type.Partial(Type.Object(fields), {
  title: "RecurringInvoicePatch",
  description:
    "Fields that are omitted stay unchanged. lines replaces all lines. null restores the default, except that withholding: null is none. Invoices that were made already stay as they are.",
});
export type RecurringInvoicePatch = Type.Static<typeof RecurringInvoicePatch>;

const { id: _id, ...lineProperties } = Line.properties;
const RecurringLine = Type.Object(lineProperties, {
  title: "RecurringInvoiceLine",
  description: "With the price that each invoice will have, whatever the product's price is by then.",
});

const FailedPeriod = nullable(
  Type.Object(
    {
      date: Day,
      code: Type.String({ examples: ["quota_exceeded"] }),
      message: Type.String(),
      invoice_id: nullable({
        ...Id,
        description: "The draft that was left where only issuing or registering it failed.",
      }),
      failed_at: Timestamp,
    },
    {
      title: "RecurringInvoiceError",
      description: "The last period that failed; null once the schedule is changed or resumed after it.",
    },
  ),
);

const recurringFields = {
  id: Id,
  status: words(recurringStatuses),
  customer_id: Id,
  customer_name: Type.String({ description: "The customer's present name." }),
  currency: Currency,
  ...totalsFields,
  ...withholdingOutputs,
  interval: words(intervals),
  interval_count: Type.Integer(),
  day_of_month: nullable(Type.Integer()),
  start_date: Day,
  end_date: nullable(Day),
  count: nullable(Type.Integer()),
  action: words(recurringActions),
  missed: words(missedChoices),
  payment_terms_days: nullable(Type.Integer()),
  next_date: nullable({
    ...Day,
    description: "The date of the next invoice; null while paused, and once ended.",
  }),
  last_date: nullable({ ...Day, description: "The last date that an invoice was made for, or that failed." }),
  periods_done: Type.Integer({ description: "Periods with an invoice, or that failed." }),
  last_invoice_id: nullable(Id),
  last_error: FailedPeriod,
  ...documentOutputs,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const RecurringInvoice = Type.Object(
  { ...recurringFields, lines: Type.Array(RecurringLine) },
  { title: "RecurringInvoice" },
);

export const RecurringInvoiceEntry = Type.Object(
  {
    ...recurringFields,
    lines: Type.Optional(Type.Array(RecurringLine, { description: "With include=lines." })),
  },
  { title: "RecurringInvoiceEntry" },
);

export const RecurringInvoiceQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  status: Type.Optional(words(recurringStatuses)),
  customer_id: Type.Optional(Id),
  external_id: Type.Optional(ExternalId),
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "start_date"),
  include: includes("lines", "total_count"),
});

export const PreviewedInvoice = Type.Object(
  { invoice_date: Day, due_date: Day, period_start: Day, period_end: Day },
  { title: "RecurringInvoicePreview" },
);

export const recurringCreateExample = {
  customer_id: 7,
  lines: [lineInputExample],
  interval: "month",
  day_of_month: 31,
  start_date: "2026-11-30",
  action: "issue",
};

const { id: _lineId, ...lineWithoutId } = lineExample;

export const recurringEntryExample = {
  id: 31,
  status: "active",
  customer_id: 7,
  customer_name: "Acme Trading Ltd",
  currency: "NGN",
  ...totalsExample,
  ...withholdingExample,
  interval: "month",
  interval_count: 1,
  day_of_month: 31 as number | null,
  start_date: "2026-11-30",
  end_date: null,
  count: null,
  action: "issue",
  missed: "catch_up",
  payment_terms_days: null,
  next_date: "2026-11-30" as string | null,
  last_date: null,
  periods_done: 0,
  last_invoice_id: null,
  last_error: null,
  ...documentExample,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
};
export const recurringExample = { ...recurringEntryExample, lines: [lineWithoutId] };

export const previewExample = {
  invoice_date: "2026-11-30",
  due_date: "2026-12-30",
  period_start: "2026-11-30",
  period_end: "2026-12-30",
};
