import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { InvoiceEntry, Payment } from "../dashboard/records.ts";
import { useDebounced } from "../dashboard/use-debounced.ts";
import { callOnce, query } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/payments.ts";
import { Button } from "../ui/button.tsx";
import { type Choice, Combobox } from "../ui/combobox.tsx";
import { plain } from "../ui/decimals.ts";
import { Field } from "../ui/field.tsx";
import { formatMoney } from "../ui/format.ts";
import { DecimalInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";

type PartForm = { key: number; invoice: Choice | null; amount: string };

/** Allocates to one invoice, as much as possible if no amount is given, or to several with an amount each. */
export function AllocateDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [parts, setParts] = useState<readonly PartForm[]>([{ key: 0, invoice: null, amount: "" }]);
  const allocate = useChange((input: object) => callOnce(`/payments/${payment.id}/allocate`, input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.allocate.done,
    onDone: onClose,
  });
  const errors = formErrors(allocate.error);
  const isOne = parts.length === 1;
  const change = (key: number, changed: Partial<PartForm>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...changed } : part)));
  const add = () => setParts([...parts, { key: parts.at(-1)!.key + 1, invoice: null, amount: "" }]);
  return (
    <FormDialog
      title={texts.allocate.title}
      description={texts.allocate.intro}
      save={texts.allocate.save}
      isBusy={allocate.isPending}
      error={allocate.error}
      onSave={() => allocate.mutate(toInput(parts))}
      onClose={onClose}
    >
      {parts.map(({ key, invoice, amount }, index) => (
        <fieldset
          key={key}
          className="flex min-w-0 flex-col gap-4"
          aria-label={texts.allocate.part(index + 1)}
        >
          <Field
            label={texts.allocate.invoice}
            error={errors[isOne ? "invoice_id" : `allocations[${index}].invoice_id`]}
          >
            <InvoicePicker
              currency={payment.currency}
              value={invoice}
              onChange={(choice) => change(key, { invoice: choice })}
            />
          </Field>
          <Field
            label={`${texts.allocate.amount} (${payment.currency})`}
            optional={isOne}
            hint={isOne ? texts.allocate.amountHint : undefined}
            error={errors[isOne ? "amount" : `allocations[${index}].amount`]}
          >
            <DecimalInput value={amount} onChange={(value) => change(key, { amount: value })} />
          </Field>
          {!isOne && (
            <Button
              size="small"
              icon="trash"
              className="self-start"
              onClick={() => setParts(parts.filter((part) => part.key !== key))}
            >
              {texts.allocate.remove(index + 1)}
            </Button>
          )}
        </fieldset>
      ))}
      {errors.allocations && <p className="text-sm font-medium text-bad">{errors.allocations}</p>}
      {parts.length < allocationsMax && (
        <Button size="small" icon="plus" className="self-start" onClick={add}>
          {texts.allocate.add}
        </Button>
      )}
    </FormDialog>
  );
}

const allocationsMax = 100;

function toInput(parts: readonly PartForm[]): object {
  const given = parts.map(({ invoice, amount }) => ({
    invoice_id: invoice ? Number(invoice.value) : null,
    amount: plain(amount) || null,
  }));
  return given.length === 1 ? given[0]! : { allocations: given };
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
