import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import type { Quote } from "../dashboard/records.ts";
import { SendDocumentDialog } from "../dashboard/send-document-dialog.tsx";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/quotes.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";

type Props = { quote: Quote; onClose: () => void };

/** Opens the buyer's page and mails it; the last day can still be changed, and must be for a quote that expired. */
export function SendDialog({ quote, onClose }: Props) {
  const [validUntil, setValidUntil] = useState(quote.status === "expired" ? "" : quote.valid_until);
  const { title, intro, done, opened } = sendingTexts.quote;
  return (
    <SendDocumentDialog
      path={`/quotes/${quote.id}`}
      title={title(quote.number)}
      intro={intro}
      done={(addresses) => (addresses === undefined ? opened : done(addresses))}
      input={{ valid_until: validUntil || null }}
      fields={(errors) => (
        <Field label={texts.validUntil} error={errors.valid_until}>
          <DateInput value={validUntil} onChange={setValidUntil} />
        </Field>
      )}
      onClose={onClose}
    />
  );
}

/** Records an answer that the buyer gave in another way than on the page. */
export function AnswerDialog({ quote, answer, onClose }: Props & { answer: "accept" | "decline" }) {
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const record = useChange((input: object) => callOnce(`/quotes/${quote.id}/${answer}`, input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts[answer].done,
    onDone: onClose,
  });
  const errors = formErrors(record.error);
  const by = name.trim() || null;
  const input =
    answer === "accept" ? { accepted_by: by } : { declined_by: by, reason: reason.trim() || null };
  return (
    <FormDialog
      title={texts[answer].title(quote.number)}
      description={texts[answer].body}
      save={texts.actions[answer]}
      kind={answer === "accept" ? "primary" : "danger"}
      isBusy={record.isPending}
      error={record.error}
      onSave={() => record.mutate(input)}
      onClose={onClose}
    >
      <Field label={texts.answeredBy} optional error={errors.accepted_by ?? errors.declined_by}>
        <TextInput value={name} onChange={setName} maxLength={200} />
      </Field>
      {answer === "decline" && (
        <Field label={texts.reason} optional error={errors.reason}>
          <TextArea value={reason} onChange={setReason} maxLength={1000} />
        </Field>
      )}
    </FormDialog>
  );
}
