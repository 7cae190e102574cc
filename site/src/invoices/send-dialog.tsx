import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Invoice } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/invoice-detail.ts";
import { Field } from "../ui/field.tsx";
import { Checkbox, TextArea, TextInput } from "../ui/inputs.tsx";

type Sent = { mail: { to: string[] } };

/** Sends an invoice to its buyer by mail. */
export function SendDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [form, setForm] = useState({ to: invoice.customer.email ?? "", cc: "", message: "", attach: true });
  const set = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const send = useChange((input: object) => callOnce<Sent>(`/invoices/${invoice.id}/send`, input), {
    invalidates: affectedBy.invoicing,
    successMessage: ({ mail }) => texts.send.done(mail.to.join(", ")),
    onDone: onClose,
  });
  const errors = formErrors(send.error);
  const errorOf = (field: "to" | "cc") =>
    errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}[`))?.[1];
  const save = () => {
    const [to, cc] = [addressesIn(form.to), addressesIn(form.cc)];
    send.mutate({
      ...(to.length > 0 && { to }),
      ...(cc.length > 0 && { cc }),
      ...(form.message.trim() !== "" && { message: form.message.trim() }),
      attach_pdf: form.attach,
    });
  };
  return (
    <FormDialog
      title={texts.send.title}
      description={texts.send.intro}
      save={texts.send.save}
      isBusy={send.isPending}
      error={send.error}
      onSave={save}
      onClose={onClose}
    >
      <Field label={texts.send.to} hint={texts.send.several} error={errorOf("to")}>
        <TextInput value={form.to} onChange={(to) => set({ to })} autoComplete="off" />
      </Field>
      <Field label={texts.send.cc} optional error={errorOf("cc")}>
        <TextInput value={form.cc} onChange={(cc) => set({ cc })} autoComplete="off" />
      </Field>
      <Field label={texts.send.message} optional hint={texts.send.messageHint} error={errors.message}>
        <TextArea value={form.message} onChange={(message) => set({ message })} rows={5} maxLength={5000} />
      </Field>
      <Checkbox label={texts.send.attach} checked={form.attach} onChange={(attach) => set({ attach })} />
    </FormDialog>
  );
}

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
