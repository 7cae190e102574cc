import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { CreditNote, Invoice, InvoiceRow } from "../dashboard/records.ts";
import { callOnce, query } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/invoice-detail.ts";
import { plain } from "../ui/decimals.ts";
import { Field } from "../ui/field.tsx";
import { formatMoney } from "../ui/format.ts";
import { DecimalInput, Select } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";
import { invoiceName } from "./invoice-columns.tsx";

type Source = Pick<Invoice, "customer_id" | "currency" | "amount_to_refund">;
type Props = { note: CreditNote; invoice: Source; onClose: () => void };

/** Whether a credit note of this invoice has credit that another invoice could use. */
export const isApplicable = (note: CreditNote, invoice: Pick<Source, "amount_to_refund">) =>
  note.amount_applied < note.total && invoice.amount_to_refund > 0;

/** Applies the credit of a note to another open invoice of the same customer and currency. */
export function ApplyCreditDialog({ note, invoice, onClose }: Props) {
  const { customer_id, currency } = invoice;
  const [target, setTarget] = useState("");
  const [amount, setAmount] = useState("");
  const region = useRegion();
  const filters = { customer_id, currency, status: "open,partially_paid", sort: "due_date", limit: 100 };
  const { data } = useResponse<{ rows: InvoiceRow[] }>(`/lists/invoices${query(filters)}`);
  const apply = useChange((input: object) => callOnce(`/credit_notes/${note.id}/apply`, input), {
    invalidates: affectedBy.customers,
    successMessage: texts.apply.done(note.number),
    onDone: onClose,
  });
  const errors = formErrors(apply.error);
  const open = data?.rows ?? [];
  const chosen = target || String(open[0]?.id ?? "");
  const options = open.map((row) => ({
    value: String(row.id),
    label: `${invoiceName(row)} · ${formatMoney(row.amount_due, currency, region)}`,
  }));
  return (
    <FormDialog
      title={texts.apply.title(note.number)}
      description={texts.apply.intro}
      save={texts.apply.save}
      isBusy={apply.isPending || open.length === 0}
      error={apply.error}
      onSave={() => apply.mutate({ invoice_id: Number(chosen), amount: plain(amount) || null })}
      onClose={onClose}
    >
      {data && open.length === 0 && <p>{texts.apply.none}</p>}
      <Field label={texts.apply.invoice} error={errors.invoice_id}>
        <Select value={chosen} onChange={setTarget} options={options} />
      </Field>
      <Field
        label={`${texts.apply.amount} (${currency})`}
        optional
        hint={texts.apply.amountHint(formatMoney(invoice.amount_to_refund, currency, region))}
        error={errors.amount}
      >
        <DecimalInput value={amount} onChange={setAmount} />
      </Field>
    </FormDialog>
  );
}
