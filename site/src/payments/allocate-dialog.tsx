import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { InvoiceEntry, Payment } from "../dashboard/records.ts";
import { useDebounced } from "../dashboard/use-debounced.ts";
import { callOnce, query } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/payments.ts";
import { type Choice, Combobox } from "../ui/combobox.tsx";
import { plain } from "../ui/decimals.ts";
import { Field } from "../ui/field.tsx";
import { formatMoney } from "../ui/format.ts";
import { DecimalInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";

export function AllocateDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [invoice, setInvoice] = useState<Choice | null>(null);
  const [amount, setAmount] = useState("");
  const allocate = useChange((input: object) => callOnce(`/payments/${payment.id}/allocate`, input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.allocate.done,
    onDone: onClose,
  });
  const errors = formErrors(allocate.error);
  const save = () =>
    allocate.mutate({ invoice_id: invoice ? Number(invoice.value) : null, amount: plain(amount) || null });
  return (
    <FormDialog
      title={texts.allocate.title}
      description={texts.allocate.intro}
      save={texts.allocate.save}
      isBusy={allocate.isPending}
      error={allocate.error}
      onSave={save}
      onClose={onClose}
    >
      <Field label={texts.allocate.invoice} error={errors.invoice_id}>
        <InvoicePicker currency={payment.currency} value={invoice} onChange={setInvoice} />
      </Field>
      <Field
        label={`${texts.allocate.amount} (${payment.currency})`}
        optional
        hint={texts.allocate.amountHint}
        error={errors.amount}
      >
        <DecimalInput value={amount} onChange={setAmount} />
      </Field>
    </FormDialog>
  );
}

type PickerProps = { currency: string; value: Choice | null; onChange: (choice: Choice | null) => void };

/** Unpaid invoices in the currency of the payment. */
function InvoicePicker({ currency, value, onChange }: PickerProps) {
  const [text, setText] = useState("");
  const q = useDebounced(text === value?.label ? "" : text);
  const region = useRegion();
  const address = `/invoices${query({ currency, q, limit: 50 })}`;
  const { data, isFetching } = useResponse<{ invoices: InvoiceEntry[] }>(address);
  const owed = data?.invoices.filter(
    ({ number, amount_due, status }) => number && amount_due > 0 && status !== "void",
  );
  return (
    <Combobox
      value={value}
      onChange={onChange}
      onSearch={setText}
      loading={isFetching}
      placeholder={texts.allocate.find}
      choices={(owed ?? []).map(({ id, number, customer, amount_due }) => ({
        value: String(id),
        label: `${number} · ${customer.name}`,
        detail: formatMoney(amount_due, currency, region),
      }))}
    />
  );
}
