import { type FormEvent, useRef, useState } from "react";
import { CustomerDialog } from "../customers/customer-dialog.tsx";
import { CurrencySelect } from "../dashboard/currency-select.tsx";
import { FormError, formErrors } from "../dashboard/form-errors.tsx";
import { LineEditor } from "../dashboard/lines/line-editor.tsx";
import { liveTotals } from "../dashboard/lines/live-totals.ts";
import { Totals } from "../dashboard/lines/totals.tsx";
import { useCan } from "../dashboard/permissions.tsx";
import { CustomerPicker, customerChoice } from "../dashboard/pickers.tsx";
import { useFocusFirstError } from "../dashboard/use-focus-fault.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/invoices.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import type { InvoiceForm } from "./invoice-form.ts";

type Props = {
  form: InvoiceForm;
  onChange: (form: InvoiceForm) => void;
  error: unknown;
  isBusy: boolean;
  saveLabel: string;
  onSave: () => void;
  /** Offered for what is still a draft. */
  onSaveAndIssue?: (() => void) | undefined;
};

/** The invoice editor: customer, lines and dates. The totals are those that the service will compute. */
export function InvoiceEditor({ form, onChange, error, isBusy, saveLabel, onSave, onSaveAndIssue }: Props) {
  const place = useRef<HTMLFormElement>(null);
  // Without a choice the customer id is unknown to the service; to the user, a choice is missing.
  const instead: Record<string, string> = form.customer ? {} : { customer_id: texts.form.needCustomer };
  const errors = formErrors(error, instead);
  const totals = liveTotals(form.lines, form.currency);
  useFocusFirstError(place, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <form ref={place} onSubmit={submit} noValidate className="flex flex-col gap-6">
      <Card title={texts.form.whom}>
        <Whom form={form} onChange={onChange} errors={errors} />
      </Card>
      <Card title={dashboardTexts.lines.title}>
        <LineEditor
          lines={form.lines}
          onChange={(lines) => onChange({ ...form, lines })}
          currency={form.currency}
          nets={totals.nets}
          errors={errors}
        />
        <div className="mt-6 ml-auto max-w-sm" aria-live="polite">
          <Totals totals={totals} currency={form.currency} />
          {totals.tooLong && (
            <p className="mt-3 text-sm font-medium text-bad">{dashboardTexts.totals.tooLong}</p>
          )}
        </div>
      </Card>
      <Card title={texts.form.rest}>
        <Rest form={form} onChange={onChange} errors={errors} />
      </Card>
      <FormError error={error} instead={instead} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button type="submit" busy={isBusy} kind={onSaveAndIssue ? "secondary" : "primary"}>
          {saveLabel}
        </Button>
        {onSaveAndIssue && (
          <Button kind="primary" busy={isBusy} onClick={onSaveAndIssue}>
            {texts.form.saveAndIssue}
          </Button>
        )}
      </div>
    </form>
  );
}

type PartProps = Pick<Props, "form" | "onChange"> & { errors: Readonly<Record<string, string | undefined>> };

function Whom({ form, onChange, errors }: PartProps) {
  const [isCreating, setCreating] = useState(false);
  const can = useCan();
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
      <Field label={texts.form.customer} error={errors.customer_id}>
        <CustomerPicker value={form.customer} onChange={(customer) => onChange({ ...form, customer })} />
      </Field>
      {can("customers:write", "catalog") && (
        <Button icon="plus" className="sm:mt-[1.9rem]" onClick={() => setCreating(true)}>
          {dashboardTexts.newCustomer}
        </Button>
      )}
      {isCreating && (
        <CustomerDialog
          onClose={() => setCreating(false)}
          onSaved={(customer) => {
            onChange({ ...form, customer: customerChoice(customer) });
            setCreating(false);
          }}
        />
      )}
    </div>
  );
}

function Rest({ form, onChange, errors }: PartProps) {
  const set = (name: keyof InvoiceForm) => (value: string) => onChange({ ...form, [name]: value });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <Field label={texts.form.invoiceDate} error={errors.invoice_date}>
        <TextInput type="date" value={form.invoiceDate} onChange={set("invoiceDate")} />
      </Field>
      <Field label={texts.form.dueDate} optional error={errors.due_date}>
        <TextInput type="date" value={form.dueDate} onChange={set("dueDate")} />
      </Field>
      <Field label={texts.form.currency} error={errors.currency}>
        <CurrencySelect value={form.currency} onChange={set("currency")} />
      </Field>
      <Field
        label={texts.form.notes}
        optional
        hint={texts.form.notesHint}
        error={errors.notes}
        className="sm:col-span-2"
      >
        <TextArea value={form.notes} onChange={set("notes")} maxLength={5000} />
      </Field>
      <Field label={texts.form.externalId} optional error={errors.external_id}>
        <TextInput value={form.externalId} onChange={set("externalId")} maxLength={200} />
      </Field>
    </div>
  );
}
