import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import { AdjustmentEditor } from "../dashboard/lines/adjustment-editor.tsx";
import { LineEditor } from "../dashboard/lines/line-editor.tsx";
import { liveTotals } from "../dashboard/lines/live-totals.ts";
import { Totals } from "../dashboard/lines/totals.tsx";
import type { CreditNote, Invoice } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts as adjustmentTexts } from "../texts/adjustments.ts";
import { texts } from "../texts/invoice-detail.ts";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Radio, TextInput } from "../ui/inputs.tsx";
import { type CreditForm, partOf, toPartInput } from "./credit-form.ts";
import { invoiceName } from "./invoice-columns.tsx";

/** Credits an invoice: all of it, or lines that start as copies of the invoice's, with its percentages. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  // The service accepts a full credit only while nothing has been credited.
  const canBeWhole = invoice.amount_credited === 0;
  const [isWhole, setWhole] = useState(canBeWhole);
  const [form, setForm] = useState<CreditForm>(() => partOf(invoice));
  const [reason, setReason] = useState("");
  const save = useChange(
    (input: object) => callOnce<{ credit_note: CreditNote }>(`/invoices/${invoice.id}/credit_notes`, input),
    {
      invalidates: affectedBy.invoicing,
      successMessage: ({ credit_note }) => texts.credit.done(credit_note.number),
      onDone: onClose,
    },
  );
  const errors = formErrors(save.error);
  return (
    <FormDialog
      size="wide"
      title={texts.credit.title(invoiceName(invoice))}
      description={texts.credit.intro}
      save={texts.credit.save}
      kind="danger"
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate({ reason: reason.trim() || null, ...(!isWhole && toPartInput(form)) })}
      onClose={onClose}
    >
      {canBeWhole && (
        <FieldGroup label={texts.credit.lines}>
          <Radio name="what" label={texts.credit.whole} checked={isWhole} onChange={() => setWhole(true)} />
          <Radio name="what" label={texts.credit.part} checked={!isWhole} onChange={() => setWhole(false)} />
        </FieldGroup>
      )}
      {!isWhole && (
        <Part
          form={form}
          onChange={setForm}
          currency={invoice.currency}
          pricesIncludeTax={invoice.prices_include_tax}
          errors={errors}
        />
      )}
      <Field label={texts.credit.reason} optional error={errors.reason}>
        <TextInput value={reason} onChange={setReason} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

type PartProps = {
  form: CreditForm;
  onChange: (form: CreditForm) => void;
  currency: string;
  /** Like those of the invoice. */
  pricesIncludeTax: boolean;
  errors: Readonly<Record<string, string | undefined>>;
};

function Part({ form, onChange, currency, pricesIncludeTax, errors }: PartProps) {
  const { lines, adjustments } = form;
  const totals = liveTotals(lines, currency, { adjustments, pricesIncludeTax });
  return (
    <>
      <LineEditor
        lines={lines}
        onChange={(changed) => onChange({ ...form, lines: changed })}
        currency={currency}
        pricesIncludeTax={pricesIncludeTax}
        nets={totals.nets}
        errors={errors}
      />
      <section aria-label={adjustmentTexts.documentTitle} className="@container flex flex-col gap-1.5">
        <span className="font-medium">{adjustmentTexts.title}</span>
        <AdjustmentEditor
          rows={adjustments}
          onChange={(changed) => onChange({ ...form, adjustments: changed })}
          currency={currency}
          errorOf={(name) => errors[name]}
        />
      </section>
      <div className="ms-auto w-full max-w-sm" aria-live="polite">
        <Totals totals={totals} currency={currency} />
        {totals.tooMuch && <p className="mt-3 text-sm font-medium text-bad">{adjustmentTexts.tooMuch}</p>}
      </div>
    </>
  );
}
