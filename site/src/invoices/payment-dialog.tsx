import { useState } from "react";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Invoice } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/invoice-detail.ts";
import { texts as listTexts } from "../texts/invoices.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { DateInput } from "../ui/date-input.tsx";
import { plain } from "../ui/decimals.ts";
import { Field } from "../ui/field.tsx";
import { formatMoney } from "../ui/format.ts";
import { Select, TextInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";
import { likelyPayment, withheldOf } from "./withheld.ts";

const methods = Object.entries(listTexts.methods).map(([value, label]) => ({ value, label }));

type PaymentForm = {
  amount: string;
  method: string;
  date: string;
  reference: string;
  certificate: string;
  note: string;
};

/** Records a payment that was made elsewhere. */
export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const today = dateIn(useCompany().time_zone, new Date());
  const [form, setForm] = useState<PaymentForm>({
    ...likelyPayment(invoice),
    date: today,
    reference: "",
    certificate: "",
    note: "",
  });
  const save = useChange((input: object) => callOnce("/payments", input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.pay.done,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.pay.title}
      description={texts.pay.intro}
      save={texts.pay.save}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate(toInput(invoice.id, form, today))}
      onClose={onClose}
    >
      <PaymentFields
        invoice={invoice}
        form={form}
        today={today}
        onChange={setForm}
        errors={formErrors(save.error)}
      />
    </FormDialog>
  );
}

const toInput = (invoiceId: number, form: PaymentForm, today: string) => ({
  invoice_id: invoiceId,
  amount: plain(form.amount),
  method: form.method,
  // Today means now: a bare date would be midnight, before the invoice was issued.
  paid_at: form.date === today || form.date === "" ? null : form.date,
  reference: form.reference.trim() || null,
  ...(form.method === "withholding_tax" && { certificate_number: form.certificate.trim() || null }),
  note: form.note.trim() || null,
});

type FieldsProps = {
  invoice: Invoice;
  form: PaymentForm;
  today: string;
  onChange: (form: PaymentForm) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

function PaymentFields({ invoice, form, today, onChange, errors }: FieldsProps) {
  const region = useRegion();
  const set = (name: keyof PaymentForm) => (value: string) => onChange({ ...form, [name]: value });
  const isWithheld = form.method === "withholding_tax";
  const withheld = withheldOf(invoice);
  // Choosing the method records what is withheld, unless the user enters another amount.
  const setMethod = (method: string) =>
    onChange({
      ...form,
      method,
      ...(method === "withholding_tax" && withheld !== "0" && { amount: withheld }),
    });
  return (
    <>
      <Field
        label={`${texts.pay.amount} (${invoice.currency})`}
        hint={texts.pay.due(formatMoney(invoice.amount_due, invoice.currency, region))}
        error={errors.amount}
      >
        <AmountInput value={form.amount} onChange={set("amount")} currency={invoice.currency} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={texts.pay.method} error={errors.method}>
          <Select value={form.method} onChange={setMethod} options={methods} />
        </Field>
        <Field label={texts.pay.date} error={errors.paid_at}>
          <DateInput value={form.date} onChange={set("date")} max={today} />
        </Field>
      </div>
      {isWithheld && (
        <Field
          label={withholdingTexts.certificate}
          optional
          hint={withholdingTexts.certificateHint}
          error={errors.certificate_number}
        >
          <TextInput value={form.certificate} onChange={set("certificate")} maxLength={50} />
        </Field>
      )}
      <Field label={texts.pay.reference} optional hint={texts.pay.referenceHint} error={errors.reference}>
        <TextInput value={form.reference} onChange={set("reference")} maxLength={200} />
      </Field>
      <Field label={texts.pay.note} optional error={errors.note}>
        <TextInput value={form.note} onChange={set("note")} maxLength={1000} />
      </Field>
    </>
  );
}
