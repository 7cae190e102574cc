import { DocumentEditor } from "../dashboard/document-editor.tsx";
import { DocumentTextFields } from "../dashboard/document-fields.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { texts } from "../texts/sales.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
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
      titles={{ customer: texts.form.customerSection, details: texts.form.detailsSection }}
      customer={{ label: texts.customer, optional: true, hint: texts.form.customerHint }}
      details={(errors, set) => (
        <>
          <Field label={texts.booking} optional error={errors.booking_date}>
            <TextInput type="date" value={form.bookingDate} onChange={set("bookingDate")} />
          </Field>
          <Field label={texts.form.currency} error={errors.currency}>
            <CurrencySelect value={form.currency} onChange={set("currency")} />
          </Field>
          <DocumentTextFields form={form} set={set} errors={errors} />
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
