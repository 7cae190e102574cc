import { type FormEvent, useId, useState } from "react";
import { DecimalInput } from "../desk/decimal-input.tsx";
import { FormError, formErrors } from "../desk/form-error.tsx";
import { plain } from "../desk/lines/live-totals.ts";
import { callOnce } from "../desk/once.ts";
import type { Payment } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { texts } from "../texts/payments.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { showMoney } from "../ui/format.ts";
import { TextInput } from "../ui/inputs.tsx";
import { usePlace } from "../ui/values.tsx";
import { refundable } from "./refundable.ts";

export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const left = refundable(payment);
  const [amount, setAmount] = useState(left);
  const [reason, setReason] = useState("");
  const formId = useId();
  const place = usePlace();
  const refund = useChange(
    (input: object) =>
      callOnce<{ refund: { status: string } }>("POST", `/payments/${payment.id}/refund`, input),
    {
      says: (answer) => (answer.refund.status === "done" ? texts.refund.done : texts.refund.pending),
      onDone: onClose,
    },
  );
  const errors = formErrors(refund.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!refund.isPending) refund.mutate({ amount: plain(amount), reason: reason.trim() || null });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.refund.title}
      description={texts.refund.intro}
      actions={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button kind="danger" type="submit" form={formId} busy={refund.isPending}>
            {texts.refund.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormError error={refund.error} />
        <Field
          label={`${texts.refund.amount} (${payment.currency})`}
          hint={texts.refund.left(showMoney(left, payment.currency, place))}
          error={errors.amount}
        >
          <DecimalInput value={amount} onChange={setAmount} />
        </Field>
        <Field label={texts.reason} optional error={errors.reason}>
          <TextInput value={reason} onChange={setReason} maxLength={500} />
        </Field>
      </form>
    </Dialog>
  );
}
