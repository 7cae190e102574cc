import {
  dateAfter,
  datesFrom,
  type Rule,
} from "../../../service/src/domains/billing/recurring-invoices/calendar.ts";
import { isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { checkDocument } from "../dashboard/document-checks.ts";
import {
  type DocumentForm,
  emptyDocument,
  fromDocument,
  toDocumentInput,
} from "../dashboard/document-form.ts";
import type { RecurringInvoice } from "../dashboard/records.ts";
import {
  fromWithholding,
  untouchedWithholding,
  type WithholdingForm,
  withholdingInput,
} from "../dashboard/withholding-form.ts";
import type { FieldError } from "../data/api.ts";
import { texts } from "../texts/recurring.ts";
import type { Choice } from "../ui/combobox.tsx";

type Ending = "never" | "on" | "after";

/** The fields of the form of a recurring invoice; all that is typed or chosen is text. */
export type RecurringForm = DocumentForm &
  WithholdingForm & {
    interval: RecurringInvoice["interval"];
    every: string;
    startDate: string;
    /** Empty: the day of the start. */
    dayOfMonth: string;
    ends: Ending;
    endDate: string;
    count: string;
    action: RecurringInvoice["action"];
    missed: RecurringInvoice["missed"];
    paymentTerms: string;
  };

export const emptyRecurring = (currency: string, today: string): RecurringForm => ({
  ...emptyDocument(currency),
  interval: "month",
  every: "1",
  startDate: today,
  dayOfMonth: "",
  ends: "never",
  endDate: "",
  count: "",
  action: "draft",
  missed: "catch_up",
  paymentTerms: "",
  ...untouchedWithholding,
});

export const fromRecurring = (record: RecurringInvoice, customer: Choice | null): RecurringForm => ({
  ...fromDocument(record, customer),
  interval: record.interval,
  every: String(record.interval_count),
  startDate: record.start_date,
  dayOfMonth: textOf(record.day_of_month),
  ends: record.end_date !== null ? "on" : record.count !== null ? "after" : "never",
  endDate: record.end_date ?? "",
  count: textOf(record.count),
  action: record.action,
  missed: record.missed,
  paymentTerms: textOf(record.payment_terms_days),
  ...fromWithholding(record.withholding),
});

const textOf = (number: number | null) => (number === null ? "" : String(number));

/** Only months and years have days to choose. */
export const hasDayOfMonth = ({ interval }: Pick<RecurringForm, "interval">) =>
  interval === "month" || interval === "year";

/** Without a customer, the id 0 is sent, which matches none: the service reports it together with all other errors. */
export const toRecurringInput = (form: RecurringForm) => ({
  ...toDocumentInput(form),
  customer_id: Number(form.customer?.value ?? 0),
  interval: form.interval,
  interval_count: numberOf(form.every),
  day_of_month: hasDayOfMonth(form) ? numberOf(form.dayOfMonth) : null,
  start_date: form.startDate,
  end_date: form.ends === "on" ? form.endDate : null,
  count: form.ends === "after" ? numberOf(form.count) : null,
  action: form.action,
  missed: form.missed,
  payment_terms_days: numberOf(form.paymentTerms),
  ...withholdingInput(form),
});

const numberOf = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));

export function checkRecurring(form: RecurringForm) {
  const further: FieldError[] = [];
  const need = (isRight: boolean, field: string, message: string) => {
    if (!isRight) further.push({ field, message });
  };
  const { missing } = texts;
  need(isWhole(form.every, 1, 366), "interval_count", missing.every);
  need(isCalendarDate(form.startDate), "start_date", missing.start);
  if (form.ends === "on") need(isCalendarDate(form.endDate), "end_date", missing.endDate);
  if (form.ends === "after") need(isWhole(form.count, 1, 100_000), "count", missing.count);
  need(
    form.paymentTerms.trim() === "" || isWhole(form.paymentTerms, 0, 366),
    "payment_terms_days",
    missing.terms,
  );
  return checkDocument(form, { needsCustomer: true, dates: {}, further });
}

function isWhole(typed: string, min: number, max: number): boolean {
  const number = Number(typed);
  return /^\d+$/.test(typed.trim()) && number >= min && number <= max;
}

/** The first dates that the form would make invoices for, or none while its schedule is incomplete. */
export function firstDates(form: RecurringForm, max: number): string[] {
  if (!isWhole(form.every, 1, 366) || !isCalendarDate(form.startDate)) return [];
  const { interval, interval_count, day_of_month, start_date, end_date, count } = toRecurringInput(form);
  const rule: Rule = { interval, interval_count: interval_count ?? 1, day_of_month, start_date };
  const first = dateAfter(rule, null);
  return first ? datesFrom(rule, first, Math.min(max, count || max), end_date) : [];
}
