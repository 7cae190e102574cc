import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { CustomerDialog } from "../customers/customer-dialog.tsx";
import { useCan } from "../session.tsx";
import { texts } from "../texts/dashboard.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Card } from "../ui/page.tsx";
import type { DocumentForm } from "./document-form.ts";
import { FormError, formErrors, useFocusFirstError } from "./form-errors.tsx";
import { LineEditor } from "./lines/line-editor.tsx";
import { liveTotals } from "./lines/live-totals.ts";
import { Totals } from "./lines/totals.tsx";
import { CustomerPicker, customerChoice } from "./pickers.tsx";

type FieldErrors = Readonly<Record<string, string | undefined>>;

type Props<Form extends DocumentForm> = {
  form: Form;
  onChange: (form: Form) => void;
  error: unknown;
  isBusy: boolean;
  onSave: () => void;
  titles: { customer: string; details: string };
  /** Error messages by field that replace those of the service. */
  messages?: Readonly<Record<string, string>>;
  customer: { label: string; optional?: boolean; hint?: string };
  /** The fields that only this kind of document has, with those of currency, notes and identifier. */
  details: (errors: FieldErrors, set: (name: keyof Form) => (value: string) => void) => ReactNode;
  buttons: ReactNode;
};

/** The editor of an invoice or a sale. The totals are those that the service will compute. */
export function DocumentEditor<Form extends DocumentForm>(props: Props<Form>) {
  const { form, onChange, error, isBusy, onSave, titles, messages = {}, customer, details, buttons } = props;
  const element = useRef<HTMLFormElement>(null);
  const errors = formErrors(error, messages);
  const totals = liveTotals(form.lines, form.currency);
  useFocusFirstError(element, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-6">
      <Card title={titles.customer}>
        <CustomerField
          {...customer}
          error={errors.customer_id}
          value={form.customer}
          onChange={(chosen) => onChange({ ...form, customer: chosen })}
        />
      </Card>
      <Card title={texts.lines.title}>
        <LineEditor
          lines={form.lines}
          onChange={(lines) => onChange({ ...form, lines })}
          currency={form.currency}
          nets={totals.nets}
          errors={errors}
        />
        <div className="mt-6 ml-auto max-w-sm" aria-live="polite">
          <Totals totals={totals} currency={form.currency} />
          {totals.tooLong && <p className="mt-3 text-sm font-medium text-bad">{texts.totals.tooLong}</p>}
        </div>
      </Card>
      <Card title={titles.details}>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {details(errors, (name) => (value) => onChange({ ...form, [name]: value }))}
        </div>
      </Card>
      <FormError error={error} messages={messages} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{buttons}</div>
    </form>
  );
}

type CustomerFieldProps = Props<DocumentForm>["customer"] & {
  error: string | undefined;
  value: DocumentForm["customer"];
  onChange: (customer: DocumentForm["customer"]) => void;
};

function CustomerField({ value, onChange, ...field }: CustomerFieldProps) {
  const [isCreating, setCreating] = useState(false);
  const can = useCan();
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
      <Field {...field}>
        <CustomerPicker value={value} onChange={onChange} />
      </Field>
      {can("customers:write", "catalog") && (
        // Beside the input, below the label and the hint.
        <Button
          icon="plus"
          className={field.hint ? "sm:mt-[3.4rem]" : "sm:mt-[1.9rem]"}
          onClick={() => setCreating(true)}
        >
          {texts.newCustomer}
        </Button>
      )}
      {isCreating && (
        <CustomerDialog
          onClose={() => setCreating(false)}
          onSaved={(customer) => {
            onChange(customerChoice(customer));
            setCreating(false);
          }}
        />
      )}
    </div>
  );
}
