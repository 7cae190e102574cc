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
import { texts } from "../texts/sales.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import type { SaleForm } from "./sale-form.ts";

type Props = {
  form: SaleForm;
  onChange: (form: SaleForm) => void;
  error: unknown;
  isBusy: boolean;
  onSave: () => void;
};

export function SaleEditor({ form, onChange, error, isBusy, onSave }: Props) {
  const place = useRef<HTMLFormElement>(null);
  const errors = formErrors(error);
  const totals = liveTotals(form.lines, form.currency);
  useFocusFirstError(place, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <form ref={place} onSubmit={submit} noValidate className="flex flex-col gap-6">
      <Card title={texts.form.whom}>
        <Whom form={form} onChange={onChange} error={errors.customer_id} />
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
        </div>
      </Card>
      <Card title={texts.form.rest}>
        <Rest form={form} onChange={onChange} errors={errors} />
      </Card>
      <FormError error={error} />
      <Button type="submit" kind="primary" busy={isBusy} className="sm:self-end">
        {texts.form.save}
      </Button>
    </form>
  );
}

type WhomProps = Pick<Props, "form" | "onChange"> & { error: string | undefined };

function Whom({ form, onChange, error }: WhomProps) {
  const [isCreating, setCreating] = useState(false);
  const can = useCan();
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
      <Field label={texts.customer} optional hint={texts.form.customerHint} error={error}>
        <CustomerPicker value={form.customer} onChange={(customer) => onChange({ ...form, customer })} />
      </Field>
      {can("customers:write", "catalog") && (
        <Button icon="plus" className="sm:mt-[3.4rem]" onClick={() => setCreating(true)}>
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

type RestProps = Pick<Props, "form" | "onChange"> & {
  errors: Readonly<Record<string, string | undefined>>;
};

function Rest({ form, onChange, errors }: RestProps) {
  const set = (name: keyof SaleForm) => (value: string) => onChange({ ...form, [name]: value });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <Field label={texts.booking} optional error={errors.booking_date}>
        <TextInput type="date" value={form.bookingDate} onChange={set("bookingDate")} />
      </Field>
      <Field label={texts.form.currency} error={errors.currency}>
        <CurrencySelect value={form.currency} onChange={set("currency")} />
      </Field>
      <Field label={texts.externalId} optional error={errors.external_id}>
        <TextInput value={form.externalId} onChange={set("externalId")} maxLength={200} />
      </Field>
      <Field label={texts.notes} optional error={errors.notes} className="sm:col-span-3">
        <TextArea value={form.notes} onChange={set("notes")} maxLength={5000} />
      </Field>
    </div>
  );
}
