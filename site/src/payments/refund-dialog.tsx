import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Payment } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/payments.ts";
import { plain } from "../ui/decimals.ts";
import { Field } from "../ui/field.tsx";
import { formatMoney } from "../ui/format.ts";
import { DecimalInput, TextInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";
import { refundable } from "./refundable.ts";

export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const left = refundable(payment);
  const [amount, setAmount] = useState(left);
  const [reason, setReason] = useState("");
  const region = useRegion();
  const refund = useChange(
    (input: object) => callOnce<{ refund: { status: string } }>(`/payments/${payment.id}/refund`, input),
    {
      invalidates: affectedBy.invoicing,
      successMessage: ({ refund: { status } }) =>
        status === "done" ? texts.refund.done : texts.refund.pending,
      onDone: onClose,
    },
  );
  const errors = formErrors(refund.error);
  return (
    <FormDialog
      title={texts.refund.title}
      description={texts.refund.intro}
      save={texts.refund.save}
      kind="danger"
      isBusy={refund.isPending}
      error={refund.error}
      onSave={() => refund.mutate({ amount: plain(amount), reason: reason.trim() || null })}
      onClose={onClose}
    >
      <Field
        label={`${texts.refund.amount} (${payment.currency})`}
        hint={texts.refund.left(formatMoney(left, payment.currency, region))}
        error={errors.amount}
      >
        <DecimalInput value={amount} onChange={setAmount} />
      </Field>
      <Field label={texts.reason} optional error={errors.reason}>
        <TextInput value={reason} onChange={setReason} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
