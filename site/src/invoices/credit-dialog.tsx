import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import { LineEditor } from "../dashboard/lines/line-editor.tsx";
import { fromRecord, type LineForm, toInput } from "../dashboard/lines/line-form.ts";
import { liveTotals } from "../dashboard/lines/live-totals.ts";
import { Totals } from "../dashboard/lines/totals.tsx";
import type { CreditNote, Invoice } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/invoice-detail.ts";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Radio, TextInput } from "../ui/inputs.tsx";
import { invoiceName } from "./invoice-columns.tsx";

/** Credits an invoice: all of it, or lines that start as copies of the invoice's. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  // The service accepts a full credit only while nothing has been credited.
  const canBeWhole = invoice.amount_credited === 0;
  const [isWhole, setWhole] = useState(canBeWhole);
  const [lines, setLines] = useState<LineForm[]>(() => invoice.lines.map(fromRecord));
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
      onSave={() =>
        save.mutate({ reason: reason.trim() || null, ...(!isWhole && { lines: lines.map(toInput) }) })
      }
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
          lines={lines}
          onChange={setLines}
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
  lines: LineForm[];
  onChange: (lines: LineForm[]) => void;
  currency: string;
  /** Like those of the invoice. */
  pricesIncludeTax: boolean;
  errors: Readonly<Record<string, string | undefined>>;
};

function Part({ lines, onChange, currency, pricesIncludeTax, errors }: PartProps) {
  const totals = liveTotals(lines, currency, { adjustments: [], pricesIncludeTax });
  return (
    <>
      <LineEditor lines={lines} onChange={onChange} currency={currency} nets={totals.nets} errors={errors} />
      <div className="ms-auto w-full max-w-sm" aria-live="polite">
        <Totals totals={totals} currency={currency} />
      </div>
    </>
  );
}
