import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/sending.ts";
import { Field } from "../ui/field.tsx";
import { Checkbox, TextArea, TextInput } from "../ui/inputs.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { formErrors } from "./form-errors.tsx";
import { useDebounced } from "./use-debounced.ts";

type Sent = { mail: { to: string[] } | null };
type Preview = { mail: { to: string[]; subject: string; text: string } };

type Props = {
  /** Of the document: /invoices/12. */
  path: string;
  /** What a preview has to know beside the path. */
  asked?: Record<string, string>;
  title: string;
  intro: string;
  /** What to say when it is stored; without addresses when there is no mail. */
  done: (addresses: string | undefined) => string;
  /** Fields of this kind of document, and what they send. */
  fields?: (errors: Readonly<Record<string, string | undefined>>) => ReactNode;
  input?: object;
  onClose: () => void;
};

/** Sends a document to its buyer by mail, and shows the mail before. */
export function SendDocumentDialog({ path, asked, title, intro, done, fields, input, onClose }: Props) {
  const [form, setForm] = useState<Form>({ to: undefined, cc: "", message: "", attach: true });
  const set = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const preview = usePreview(path, form, asked);
  const to = form.to ?? preview.data?.mail.to.join(", ") ?? "";
  const send = useChange((body: object) => callOnce<Sent>(`${path}/send`, body), {
    invalidates: [...affectedBy.invoicing, "/mails"],
    successMessage: ({ mail }) => done(mail?.to.join(", ")),
    onDone: onClose,
  });
  const errors = formErrors(send.error);
  const errorOf = (field: "to" | "cc") =>
    errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}[`))?.[1];
  const save = () => {
    const [addresses, copies] = [addressesIn(to), addressesIn(form.cc)];
    send.mutate({
      ...input,
      ...(addresses.length > 0 && { to: addresses }),
      ...(copies.length > 0 && { cc: copies }),
      ...(form.message.trim() !== "" && { message: form.message.trim() }),
      attach_pdf: form.attach,
    });
  };
  return (
    <FormDialog
      size="wide"
      title={title}
      description={intro}
      save={texts.save}
      isBusy={send.isPending}
      error={send.error}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid gap-6 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Field label={texts.to} hint={texts.several} error={errorOf("to")}>
            <TextInput value={to} onChange={(value) => set({ to: value })} autoComplete="off" />
          </Field>
          <Field label={texts.cc} optional error={errorOf("cc")}>
            <TextInput value={form.cc} onChange={(cc) => set({ cc })} autoComplete="off" />
          </Field>
          {fields?.(errors)}
          <Field label={texts.message} optional hint={texts.messageHint} error={errors.message}>
            <TextArea
              value={form.message}
              onChange={(message) => set({ message })}
              rows={5}
              maxLength={5000}
            />
          </Field>
          <Checkbox label={texts.attach} checked={form.attach} onChange={(attach) => set({ attach })} />
        </div>
        <section className="flex min-w-0 flex-col gap-2">
          <h3 className="text-sm font-semibold">{texts.preview}</h3>
          <div
            className="rounded-xl border border-line bg-background p-4 text-sm"
            aria-busy={preview.isFetching}
          >
            {preview.data && (
              <>
                <p className="mb-3 border-b border-line pb-3 font-semibold wrap-anywhere">
                  {preview.data.mail.subject}
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{preview.data.mail.text.trim()}</p>
              </>
            )}
            {preview.error && !preview.data && <p className="text-muted">{texts.noPreview}</p>}
          </div>
        </section>
      </div>
    </FormDialog>
  );
}

/** `to` is undefined until somebody has typed in the field: it then shows the customer's address. */
type Form = { to: string | undefined; cc: string; message: string; attach: boolean };

function usePreview(path: string, { message, attach }: Form, asked: Record<string, string> = {}) {
  const settled = useDebounced(message, 400);
  const query = new URLSearchParams({ ...asked, attach_pdf: String(attach) });
  if (settled.trim() !== "") query.set("message", settled);
  return useResponse<Preview>(`${path}/mail_preview?${query}`, { placeholderData: keepPreviousData });
}

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
