import type { Language } from "../../../service/src/contract/languages.ts";
import {
  defaultWording,
  fillIn,
  placeholders,
  type Wording,
} from "../../../service/src/domains/sending/reminders/wording.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/reminders.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { formatDate, formatMoney } from "../ui/format.ts";
import { Checkbox, Select, TextArea, TextInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";
import { daysOf, type StepForm } from "./reminder-form.ts";

type Props = {
  step: StepForm;
  disabled: boolean;
  errorOf: (name: "days" | "subject" | "message") => string | undefined;
  onChange: (step: StepForm) => void;
  onRemove: (() => void) | undefined;
};

/** One step: when it is sent, and with which text. */
export function ReminderStepFields({ step, disabled, errorOf, onChange, onRemove }: Props) {
  const set = (changes: Partial<StepForm>) => onChange({ ...step, ...changes });
  const days = daysOf(step);
  const title = Number.isNaN(days) ? texts.unknownStep : texts.step(days);
  const ours = defaultWording(days, uiTexts.language as Language);
  const sides = Object.entries(texts.sides).map(([value, label]) => ({ value, label }));
  // Who writes an own text starts from ours.
  const setOwn = (hasOwnText: boolean) =>
    set({ hasOwnText, ...(hasOwnText && step.subject === "" && step.message === "" && ours) });
  const shown: Wording = {
    subject: (step.hasOwnText && step.subject.trim()) || ours.subject,
    message: (step.hasOwnText && step.message.trim()) || ours.message,
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="-me-3 flex min-h-9 items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {onRemove && (
          <Button kind="quiet" size="small" onClick={onRemove} aria-label={texts.removeStep(title)}>
            {texts.remove}
          </Button>
        )}
      </div>
      <div className="grid max-w-md grid-cols-[5rem_1fr] gap-4">
        {step.side !== "on" && (
          <Field label={texts.days} error={errorOf("days")}>
            <TextInput
              value={step.days}
              inputMode="numeric"
              maxLength={3}
              required
              disabled={disabled}
              onChange={(value) => set({ days: value })}
            />
          </Field>
        )}
        <Field
          label={texts.side}
          error={step.side === "on" ? errorOf("days") : undefined}
          className={step.side === "on" ? "col-span-2" : ""}
        >
          <Select
            value={step.side}
            options={sides}
            disabled={disabled}
            onChange={(side) => set({ side: side as StepForm["side"] })}
          />
        </Field>
      </div>
      <Checkbox label={texts.ownText} checked={step.hasOwnText} disabled={disabled} onChange={setOwn} />
      {step.hasOwnText && (
        <>
          <Field label={texts.subject} optional error={errorOf("subject")}>
            <TextInput
              value={step.subject}
              maxLength={200}
              disabled={disabled}
              onChange={(subject) => set({ subject })}
            />
          </Field>
          <Field
            label={texts.message}
            optional
            hint={texts.placeholders(placeholders.map((name) => `{${name}}`).join(", "))}
            error={errorOf("message")}
          >
            <TextArea
              value={step.message}
              rows={4}
              maxLength={2000}
              disabled={disabled}
              onChange={(message) => set({ message })}
            />
          </Field>
        </>
      )}
      <Preview wording={shown} isOurs={!step.hasOwnText} />
    </div>
  );
}

const sample = { number: "INV-000042", customer: "Acme Trading Ltd" };

/** The text as a buyer of a made-up invoice would read it. */
function Preview({ wording, isOurs }: { wording: Wording; isOurs: boolean }) {
  const region = useRegion();
  const { name, currency } = useCompany();
  const today = new Date().toISOString().slice(0, 10);
  const values = {
    ...sample,
    amount: formatMoney("145125", currency, region),
    due_date: formatDate(today, region),
    company: name,
  };
  return (
    <figure className="rounded-control bg-sunken p-4 text-sm">
      <figcaption className="mb-1 font-medium text-muted">{texts.preview}</figcaption>
      <p className="font-semibold break-words">{fillIn(wording.subject, values)}</p>
      <p className="mt-1 break-words whitespace-pre-line">{fillIn(wording.message, values)}</p>
      <p className="mt-3 text-muted">
        {texts.previewNote} {isOurs && texts.translated}
      </p>
    </figure>
  );
}
