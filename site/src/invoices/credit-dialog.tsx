import { type FormEvent, useId, useState } from "react";
import { FormError, formErrors } from "../desk/form-error.tsx";
import { LineEditor } from "../desk/lines/line-editor.tsx";
import { fromRecord, type LineForm, toInput } from "../desk/lines/line-form.ts";
import { liveTotals } from "../desk/lines/live-totals.ts";
import { Totals } from "../desk/lines/totals.tsx";
import { callOnce } from "../desk/once.ts";
import type { CreditNote, Invoice } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { texts } from "../texts/invoices.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Radio, TextInput } from "../ui/inputs.tsx";
import { invoiceName } from "./invoice-columns.tsx";

/** Credits an invoice: the whole of it, or lines that start as the invoice's own. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const formId = useId();
  // The service takes "the whole" only while nothing of it was credited.
  const canBeWhole = invoice.amount_credited === 0;
  const [isWhole, setWhole] = useState(canBeWhole);
  const [lines, setLines] = useState<LineForm[]>(() => invoice.lines.map(fromRecord));
  const [reason, setReason] = useState("");
  const save = useChange(
    (input: object) =>
      callOnce<{ credit_note: CreditNote }>("POST", `/invoices/${invoice.id}/credit_notes`, input),
    { says: ({ credit_note }) => texts.credit.done(credit_note.number), onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ reason: reason.trim() || null, ...(!isWhole && { lines: lines.map(toInput) }) });
  };
  const totals = liveTotals(lines, invoice.currency);
  const errors = formErrors(save.error);
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={texts.credit.title(invoiceName(invoice))}
      description={texts.credit.intro}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button kind="danger" type="submit" form={formId} busy={save.isPending}>
            {texts.credit.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormError error={save.error} />
        {canBeWhole && (
          <FieldGroup label={texts.credit.lines}>
            <Radio name="what" label={texts.credit.whole} checked={isWhole} onChange={() => setWhole(true)} />
            <Radio
              name="what"
              label={texts.credit.part}
              checked={!isWhole}
              onChange={() => setWhole(false)}
            />
          </FieldGroup>
        )}
        {!isWhole && (
          <>
            <LineEditor
              lines={lines}
              onChange={setLines}
              currency={invoice.currency}
              nets={totals.nets}
              errors={errors}
            />
            <div className="ml-auto w-full max-w-sm" aria-live="polite">
              <Totals totals={totals} currency={invoice.currency} />
            </div>
          </>
        )}
        <Field label={texts.credit.reason} optional error={errors.reason}>
          <TextInput value={reason} onChange={setReason} maxLength={500} />
        </Field>
      </form>
    </Dialog>
  );
}
