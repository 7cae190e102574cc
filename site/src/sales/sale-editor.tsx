import { useState } from "react";
import { checkDocument } from "../dashboard/document-checks.ts";
import { DocumentEditor, type Refusal } from "../dashboard/document-editor.tsx";
import { DocumentTextFields } from "../dashboard/document-fields.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { texts } from "../texts/editor.ts";
import { Button } from "../ui/button.tsx";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { type SaleForm, toSaleInput } from "./sale-form.ts";

type Props = {
  form: SaleForm;
  onChange: (form: SaleForm) => void;
  /** The refusal of the service. */
  refusal: Refusal<SaleForm>;
  isBusy: boolean;
  onSave: () => void;
};

export function SaleEditor({ form, onChange, refusal, isBusy, onSave }: Props) {
  const [missing, setMissing] = useState<Refusal<SaleForm>>();
  const save = () => {
    const error = checkDocument(form, { needsCustomer: false, dates: { booking_date: form.bookingDate } });
    setMissing(error && { error, form });
    if (!error) onSave();
  };
  return (
    <DocumentEditor
      form={form}
      onChange={onChange}
      refusal={missing ?? refusal}
      isBusy={isBusy}
      onSave={save}
      toInput={toSaleInput}
      titles={texts.sale}
      customer={{ label: texts.sale.customer, optional: true, hint: texts.sale.customerHint }}
      details={(errors, set) => (
        <>
          <Field label={texts.sale.booking} optional error={errors.booking_date} className="sm:col-span-3">
            <DateInput value={form.bookingDate} onChange={set("bookingDate")} />
          </Field>
          <Field label={texts.sale.currency} error={errors.currency} className="sm:col-span-3">
            <CurrencySelect value={form.currency} onChange={set("currency")} />
          </Field>
        </>
      )}
      notes={(errors, set) => <DocumentTextFields form={form} set={set} errors={errors} />}
      buttons={() => (
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.sale.save}
        </Button>
      )}
    />
  );
}
