import { type RefObject, useEffect } from "react";
import { ApiFailure } from "../data/api.ts";
import { texts } from "../texts/dashboard.ts";
import { ErrorNote, fieldErrors } from "../ui/error-note.tsx";
import { fieldLabel, withFieldLabels } from "./field-labels.ts";

/** Messages for some fields that replace those of the service, which does not know the page. */
type Messages = Readonly<Record<string, string>>;

/** Why a form was refused, with the labels of the page instead of the field names of the API. */
export function FormError({ error, messages = {} }: { error: unknown; messages?: Messages }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiFailure) || error.errors.length === 0) return <ErrorNote error={error} />;
  const errors = error.errors.map(({ field, message }) => ({
    field: fieldLabel(field),
    message: messages[field] ?? withFieldLabels(message),
  }));
  const { requestId } = error;
  const [first] = errors;
  // A list of one error would repeat the message.
  const shown = errors.length > 1 ? texts.fix : `${first!.field}: ${first!.message.replace(/\.$/, "")}.`;
  const failure = new ApiFailure(error.status, error.code, shown, { errors, requestId });
  return <ErrorNote title={texts.notSaved} error={failure} />;
}

/** The error of each field by its API name, with the labels of the page in the messages. */
export function formErrors(
  error: unknown,
  messages: Messages = {},
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, message]) => [
      field,
      messages[field] ?? (message && withFieldLabels(message)),
    ]),
  );
}

/** Moves the focus to the first invalid field after a refusal. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (!error) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
