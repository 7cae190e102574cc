import { useState } from "react";
import type { ReminderSettings } from "../dashboard/records.ts";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/reminders.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form, SaveButton } from "../ui/form.tsx";
import { Checkbox, Select } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Page } from "../ui/page.tsx";
import { useRegion } from "../ui/values.tsx";
import { fromSettings, nextStep, type ReminderForm, stepsMax, toSettings } from "./reminder-form.ts";
import { ReminderStepFields } from "./reminder-step.tsx";

export function RemindersPage() {
  const response = useResponse<{ reminder_settings: ReminderSettings }>("/reminder_settings");
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded response={response}>
        {({ reminder_settings }) => <Settings settings={reminder_settings} />}
      </Loaded>
    </Page>
  );
}

function Settings({ settings }: { settings: ReminderSettings }) {
  const mayChange = useCan()("invoices:write", "invoicing");
  const [form, setForm] = useState(() => fromSettings(settings));
  const set = (changes: Partial<ReminderForm>) => setForm({ ...form, ...changes });
  const save = useChange(() => call("PATCH", "/reminder_settings", toSettings(form)), {
    invalidates: ["/reminder_settings"],
    successMessage: texts.saved,
  });
  const errors = fieldErrors(save.error);
  return (
    <Form onSubmit={() => save.mutate()} error={save.error}>
      {!mayChange && <p className="text-muted">{texts.readOnly}</p>}
      <Hours form={form} set={set} errors={errors} disabled={!mayChange} />
      <Card title={texts.steps} intro={texts.stepsIntro}>
        <ul className="flex flex-col gap-5">
          {form.steps.map((step, index) => (
            <li key={step.key} className="rounded-card border border-line p-4">
              <ReminderStepFields
                step={step}
                disabled={!mayChange}
                errorOf={(name) => errors[`steps[${index}].${name}`]}
                onChange={(changed) =>
                  set({ steps: form.steps.map((other) => (other.key === step.key ? changed : other)) })
                }
                onRemove={
                  mayChange && form.steps.length > 1
                    ? () => set({ steps: form.steps.filter(({ key }) => key !== step.key) })
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
        {mayChange && form.steps.length < stepsMax && (
          <div className="mt-5">
            <Button icon="plus" onClick={() => set({ steps: [...form.steps, nextStep(form.steps)] })}>
              {texts.add}
            </Button>
          </div>
        )}
      </Card>
      {mayChange && <SaveButton busy={save.isPending} />}
    </Form>
  );
}

type HoursProps = {
  form: ReminderForm;
  set: (changes: Partial<ReminderForm>) => void;
  errors: Readonly<Record<string, string | undefined>>;
  disabled: boolean;
};

const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => {
    const value = String(first + index);
    return { value, label: `${value.padStart(2, "0")}:00` };
  });

function Hours({ form, set, errors, disabled }: HoursProps) {
  const { timeZone } = useRegion();
  return (
    <Card title={texts.when}>
      <div className="flex flex-col gap-4">
        <Checkbox
          label={texts.enabled}
          hint={texts.enabledHint}
          checked={form.enabled}
          disabled={disabled}
          onChange={(enabled) => set({ enabled })}
        />
        <div className="grid max-w-sm grid-cols-2 gap-4">
          <Field label={texts.from} error={errors.send_from_hour}>
            <Select
              options={hours(0, 23)}
              value={form.sendFrom}
              disabled={disabled}
              onChange={(sendFrom) => set({ sendFrom })}
            />
          </Field>
          <Field label={texts.until} error={errors.send_until_hour}>
            <Select
              options={hours(1, 24)}
              value={form.sendUntil}
              disabled={disabled}
              onChange={(sendUntil) => set({ sendUntil })}
            />
          </Field>
        </div>
        <Checkbox
          label={texts.weekdaysOnly}
          hint={texts.zone(timeZone)}
          checked={form.weekdaysOnly}
          disabled={disabled}
          onChange={(weekdaysOnly) => set({ weekdaysOnly })}
        />
      </div>
    </Card>
  );
}
