import type { FieldsProps } from "../dashboard/documents/checked-editor.tsx";
import { texts as recurringTexts } from "../texts/recurring.ts";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { formatDate } from "../ui/format.ts";
import { type Option, Select, TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { useRegion } from "../ui/values.tsx";
import { firstDates, hasDayOfMonth, type RecurringForm } from "./recurring-form.ts";

const texts = recurringTexts.editor;

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const lastDay = 31;
const days: readonly Option[] = [
  { value: "", label: texts.dayOfStart },
  ...Array.from({ length: lastDay - 1 }, (_, index) => ({
    value: String(index + 1),
    label: texts.dayNumber(index + 1),
  })),
  { value: String(lastDay), label: recurringTexts.facts.lastDay },
];

/** When invoices are made, and what happens with each. */
export function ScheduleCard({ form, errors, set }: FieldsProps<RecurringForm>) {
  return (
    <Card title={texts.schedule}>
      <div className="grid items-start gap-4 sm:grid-cols-6">
        <div className="grid grid-cols-2 items-start gap-3 sm:col-span-2">
          <Field label={texts.every} error={errors.interval_count}>
            <TextInput value={form.every} onChange={set("every")} inputMode="numeric" maxLength={3} />
          </Field>
          <Field label={texts.unit} error={errors.interval}>
            <Select value={form.interval} onChange={set("interval")} options={optionsOf(texts.units)} />
          </Field>
        </div>
        <Field label={texts.start} error={errors.start_date} className="sm:col-span-2">
          <DateInput value={form.startDate} onChange={set("startDate")} />
        </Field>
        {hasDayOfMonth(form) && (
          <Field label={texts.day} error={errors.day_of_month} className="sm:col-span-2">
            <Select value={form.dayOfMonth} onChange={set("dayOfMonth")} options={days} />
          </Field>
        )}
        <Field label={texts.ends} className="sm:col-span-3 sm:col-start-1">
          <Select value={form.ends} onChange={set("ends")} options={optionsOf(texts.endings)} />
        </Field>
        {form.ends === "on" && (
          <Field label={texts.endDate} error={errors.end_date} className="sm:col-span-3">
            <DateInput value={form.endDate} onChange={set("endDate")} />
          </Field>
        )}
        {form.ends === "after" && (
          <Field label={texts.count} error={errors.count} className="sm:col-span-3">
            <TextInput value={form.count} onChange={set("count")} inputMode="numeric" maxLength={6} />
          </Field>
        )}
        <FirstDates form={form} />
        <Field label={texts.action} error={errors.action} className="sm:col-span-3">
          <Select value={form.action} onChange={set("action")} options={optionsOf(recurringTexts.actions)} />
        </Field>
        <Field label={texts.missed} error={errors.missed} className="sm:col-span-3">
          <Select value={form.missed} onChange={set("missed")} options={optionsOf(recurringTexts.missed)} />
        </Field>
      </div>
    </Card>
  );
}

const shownDates = 4;

/** By the arithmetic of the service, so that a mistake in the schedule is seen before it is saved. */
function FirstDates({ form }: Pick<FieldsProps<RecurringForm>, "form">) {
  const region = useRegion();
  const dates = firstDates(form, shownDates);
  if (dates.length === 0) return null;
  return (
    <p className="text-muted sm:col-span-6" aria-live="polite">
      {texts.first(dates.map((date) => formatDate(date, region)).join(" · "))}
    </p>
  );
}
