import { describeRecord, type Fields } from "../../../platform/db/record.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import { lastRecurringInvoiceSql } from "../invoices/service.ts";
import { documentOutputs, totalsFields, withholdingOutputs } from "../lines/schema.ts";
import type { Rule } from "./calendar.ts";
import type { missedChoices, recurringActions, recurringStatuses } from "./schema.ts";

/** What POST and PATCH write to a schedule. */
export type RecurringContent = Rule & {
  customer_id: number;
  currency: string;
  end_date: string | null;
  count: number | null;
  action: (typeof recurringActions)[number];
  missed: (typeof missedChoices)[number];
  payment_terms_days: number | null;
  external_id: string | null;
  /** The lines, totals and texts of each invoice. */
  document: Record<string, unknown>;
};

export type RecurringStatus = (typeof recurringStatuses)[number];

export type NewRecurring = RecurringContent & {
  companyId: number;
  next_date: string;
  next_run_at: Date;
  now: Date;
};

/** What the document has for each invoice, in the words that invoices have for it. */
export const documentNames = Object.keys({
  ...totalsFields,
  ...withholdingOutputs,
  ...documentOutputs,
}).filter((name) => name !== "external_id");

const inDocument = (names: readonly string[]): Fields<RecurringContent, NewRecurring> =>
  Object.fromEntries(
    names.map((name) => [name, { type: "json", read: `r.document -> '${name}'`, value: () => null }]),
  );

/** A schedule, described once. In the SQL `r` is the schedule. */
export const recurringRecord = describeRecord<RecurringContent, NewRecurring>("recurring_invoices", {
  company_id: { type: "int8", insert: true, shown: false, value: (schedule) => schedule.companyId },
  id: { type: "int8", value: () => 0 },
  status: { type: "code", insert: "'active'", value: () => "active" },
  customer_id: { type: "int8", insert: true, patch: true, value: (content) => content.customer_id },
  customer_name: {
    type: "text",
    read: customerNameSql("r.company_id", "r.customer_id"),
    value: () => null,
  },
  currency: { type: "code", insert: true, patch: true, value: (content) => content.currency },
  ...inDocument(Object.keys(totalsFields)),
  ...inDocument(["withholding"]),
  // Schedules from before buyers could withhold have none.
  withholding_amount: {
    type: "json",
    read: "coalesce(r.document -> 'withholding_amount', '0')",
    value: () => null,
  },
  interval: { type: "code", insert: true, patch: true, value: (content) => content.interval },
  interval_count: { type: "int8", insert: true, patch: true, value: (content) => content.interval_count },
  day_of_month: { type: "int8", insert: true, patch: true, value: (content) => content.day_of_month },
  start_date: { type: "date", insert: true, patch: true, value: (content) => content.start_date },
  end_date: { type: "date", insert: true, patch: true, value: (content) => content.end_date },
  count: { type: "int8", insert: true, patch: true, value: (content) => content.count },
  action: { type: "code", insert: true, patch: true, value: (content) => content.action },
  missed: { type: "code", insert: true, patch: true, value: (content) => content.missed },
  payment_terms_days: {
    type: "int8",
    insert: true,
    patch: true,
    value: (content) => content.payment_terms_days,
  },
  next_date: { type: "date", insert: true, value: (schedule) => schedule.next_date },
  next_run_at: { type: "timestamptz", insert: true, shown: false, value: (schedule) => schedule.next_run_at },
  last_date: { type: "date", value: () => null },
  periods_done: { type: "int8", value: () => 0 },
  last_invoice_id: { type: "int8", read: lastRecurringInvoiceSql, value: () => null },
  last_error: { type: "jsonb", value: () => null },
  ...inDocument(documentNames.filter((name) => Object.hasOwn(documentOutputs, name))),
  external_id: { type: "text", insert: true, patch: true, value: (content) => content.external_id },
  document: { type: "jsonb", insert: true, patch: true, shown: false, value: (content) => content.document },
  created_at: { type: "timestamptz", insert: "now", value: (schedule) => schedule.now },
  updated_at: { type: "timestamptz", insert: "now", value: (schedule) => schedule.now },
  lines: { type: "json", read: "r.document -> 'lines'", shown: "record", value: () => null },
});

/** The rows `r` as JSON text. */
export const recurringSql = (what: "record" | "entry") => jsonOf(recurringRecord.selectSql(what));
