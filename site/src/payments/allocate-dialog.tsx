import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call, query } from "../api.ts";
import { DecimalInput } from "../desk/decimal-input.tsx";
import { FormError, formErrors } from "../desk/form-error.tsx";
import { plain } from "../desk/lines/live-totals.ts";
import { callOnce } from "../desk/once.ts";
import type { InvoiceEntry, Payment } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { useDebounced } from "../desk/use-debounced.ts";
import { texts } from "../texts/payments.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { type Choice, Combobox } from "../ui/combobox.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { showMoney } from "../ui/format.ts";
import { usePlace } from "../ui/values.tsx";

export function AllocateDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [invoice, setInvoice] = useState<Choice | null>(null);
  const [amount, setAmount] = useState("");
  const formId = useId();
  const allocate = useChange((input: object) => callOnce("POST", `/payments/${payment.id}/allocate`, input), {
    says: texts.allocate.done,
    onDone: onClose,
  });
  const errors = formErrors(allocate.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (allocate.isPending) return;
    allocate.mutate({ invoice_id: invoice ? Number(invoice.value) : null, amount: plain(amount) || null });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.allocate.title}
      description={texts.allocate.intro}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={allocate.isPending}>
            {texts.allocate.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError error={allocate.error} />
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
      </form>
    </Dialog>
  );
}

type PickerProps = { currency: string; value: Choice | null; onChange: (choice: Choice | null) => void };

/** Invoices that something is still owed on, in the currency of the money. */
function InvoicePicker({ currency, value, onChange }: PickerProps) {
  const [text, setText] = useState("");
  const q = useDebounced(text === value?.label ? "" : text);
  const place = usePlace();
  const address = `/invoices${query({ currency, q, limit: 50 })}`;
  const { data, isFetching } = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => call<{ invoices: InvoiceEntry[] }>("GET", address, undefined, { signal }),
  });
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
        detail: showMoney(amount_due, currency, place),
      }))}
    />
  );
}
