import { useState } from "react";
import { checkDocument } from "../dashboard/document-checks.ts";
import { DocumentEditor, type Refusal } from "../dashboard/document-editor.tsx";
import { DocumentTextFields } from "../dashboard/document-fields.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { texts } from "../texts/editor.ts";
import { Button } from "../ui/button.tsx";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { type QuoteForm, toQuoteInput } from "./quote-form.ts";

type Props = {
  form: QuoteForm;
  onChange: (form: QuoteForm) => void;
  /** The refusal of the service. */
  refusal: Refusal<QuoteForm>;
  isBusy: boolean;
  onSave: () => void;
};

export function QuoteEditor({ form, onChange, refusal, isBusy, onSave }: Props) {
  const [missing, setMissing] = useState<Refusal<QuoteForm>>();
  const save = () => {
    const dates = { quote_date: form.quoteDate, valid_until: form.validUntil };
    const error = checkDocument(form, { needsCustomer: true, dates });
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
      toInput={toQuoteInput}
      titles={texts.quote}
      customer={{ label: texts.quote.customer }}
      details={(errors, set) => (
        <>
          <Field label={texts.quote.date} error={errors.quote_date} className="sm:col-span-2">
            <DateInput value={form.quoteDate} onChange={set("quoteDate")} />
          </Field>
          <Field
            label={texts.quote.validUntil}
            optional
            hint={texts.quote.validUntilHint}
            error={errors.valid_until}
            className="sm:col-span-2"
          >
            <DateInput value={form.validUntil} onChange={set("validUntil")} />
          </Field>
          <Field label={texts.quote.currency} error={errors.currency} className="sm:col-span-2">
            <CurrencySelect value={form.currency} onChange={set("currency")} />
          </Field>
        </>
      )}
      notes={(errors, set) => <DocumentTextFields form={form} set={set} errors={errors} />}
      buttons={() => (
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.quote.save}
        </Button>
      )}
    />
  );
}
