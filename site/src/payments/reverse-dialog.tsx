import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Payment } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/payments.ts";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";

export function ReverseDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const reverse = useChange((input: object) => callOnce(`/payments/${payment.id}/reverse`, input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.reverse.done,
    onDone: onClose,
  });
  const errors = formErrors(reverse.error);
  return (
    <FormDialog
      title={texts.reverse.title}
      description={texts.reverse.intro}
      save={texts.reverse.save}
      kind="danger"
      isBusy={reverse.isPending}
      error={reverse.error}
      onSave={() => reverse.mutate({ reason: reason.trim() })}
      onClose={onClose}
    >
      <Field label={texts.reason} error={errors.reason}>
        <TextInput value={reason} onChange={setReason} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
