import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Payment } from "../dashboard/records.ts";
import { call } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/withholding.ts";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";

/** Adds the certificate of tax that the buyer withheld, which often comes after the payment. */
export function CertificateDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [number, setNumber] = useState(payment.certificate_number ?? "");
  const save = useChange((input: object) => call("PATCH", `/payments/${payment.id}`, input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.add.done,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.add.title}
      description={texts.add.intro}
      save={texts.add.save}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate({ certificate_number: number.trim() || null })}
      onClose={onClose}
    >
      <Field label={texts.certificate} error={formErrors(save.error).certificate_number}>
        <TextInput value={number} onChange={setNumber} maxLength={50} />
      </Field>
    </FormDialog>
  );
}

/** Whether a payment is withheld tax, which has a certificate. */
export const hasCertificate = ({ method, reversed_at }: Pick<Payment, "method" | "reversed_at">): boolean =>
  method === "withholding_tax" && reversed_at === null;
