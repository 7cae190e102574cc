import { DocumentEditor } from "../dashboard/document-editor.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { texts } from "../texts/sales.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";
import type { SaleForm } from "./sale-form.ts";

type Props = {
  form: SaleForm;
  onChange: (form: SaleForm) => void;
  error: unknown;
  isBusy: boolean;
  onSave: () => void;
};

export function SaleEditor({ form, isBusy, ...editor }: Props) {
  return (
    <DocumentEditor
      {...editor}
      form={form}
      isBusy={isBusy}
      titles={{ customer: texts.form.whom, details: texts.form.rest }}
      customer={{ label: texts.customer, optional: true, hint: texts.form.customerHint }}
      details={(errors, set) => (
        <>
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
        </>
      )}
      buttons={
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.form.save}
        </Button>
      }
    />
  );
}
