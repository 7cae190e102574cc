import { type FormEvent, useId, useState } from "react";
import { dateIn } from "../../../service/src/foundation/clock.ts";
import { DecimalInput } from "../desk/decimal-input.tsx";
import { FormError, formErrors } from "../desk/form-error.tsx";
import { plain } from "../desk/lines/live-totals.ts";
import { callOnce } from "../desk/once.ts";
import type { Invoice } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/invoices.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { showMoney } from "../ui/format.ts";
import { Select, TextInput } from "../ui/inputs.tsx";
import { usePlace } from "../ui/values.tsx";

const methods = Object.entries(texts.pay.methods).map(([value, label]) => ({ value, label }));

/** Money that came in elsewhere. */
export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const today = dateIn(useCompany().time_zone, new Date());
  const place = usePlace();
  const formId = useId();
  const [form, setForm] = useState({
    amount: String(invoice.amount_due),
    method: "bank_transfer",
    date: today,
    reference: "",
    note: "",
  });
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const save = useChange(
    () =>
      callOnce("POST", "/payments", {
        invoice_id: invoice.id,
        amount: plain(form.amount),
        method: form.method,
        // Today means now: a day alone would be its first moment, before the invoice was issued.
        paid_at: form.date === today || form.date === "" ? null : form.date,
        reference: form.reference.trim() || null,
        note: form.note.trim() || null,
      }),
    { says: texts.pay.done, onDone: onClose },
  );
  const errors = formErrors(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(undefined);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.pay.title}
      description={texts.pay.intro}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={save.isPending}>
            {texts.pay.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError error={save.error} />
        <Field
          label={`${texts.pay.amount} (${invoice.currency})`}
          hint={texts.pay.due(showMoney(invoice.amount_due, invoice.currency, place))}
          error={errors.amount}
        >
          <DecimalInput value={form.amount} onChange={set("amount")} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={texts.pay.method} error={errors.method}>
            <Select value={form.method} onChange={set("method")} options={methods} />
          </Field>
          <Field label={texts.pay.date} error={errors.paid_at}>
            <TextInput type="date" value={form.date} onChange={set("date")} max={today} />
          </Field>
        </div>
        <Field label={texts.pay.reference} optional hint={texts.pay.referenceHint} error={errors.reference}>
          <TextInput value={form.reference} onChange={set("reference")} maxLength={200} />
        </Field>
        <Field label={texts.pay.note} optional error={errors.note}>
          <TextInput value={form.note} onChange={set("note")} maxLength={1000} />
        </Field>
      </form>
    </Dialog>
  );
}
