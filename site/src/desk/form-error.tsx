import { ApiFailure } from "../api.ts";
import { texts } from "../texts/desk.ts";
import { ErrorNote, fieldErrors } from "../ui/error-note.tsx";
import { inWords, nameOf } from "./field-words.ts";

/** Why a form was refused: each field by the name that it has on the page, and not by the API's. */
export function FormError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiFailure) || error.errors.length === 0) return <ErrorNote error={error} />;
  const errors = error.errors.map(({ field, message }) => ({
    field: nameOf(field),
    message: inWords(message),
  }));
  const { requestId } = error;
  // A list of one would be told twice.
  const shown = errors.length > 1 ? texts.fix : `${errors[0]!.field}: ${errors[0]!.message}.`;
  return <ErrorNote error={new ApiFailure(error.status, error.code, shown, { errors, requestId })} />;
}

/** What is wrong with each field, in the words of the page. */
export function formErrors(error: unknown): Readonly<Record<string, string | undefined>> {
  const told = Object.entries(fieldErrors(error));
  return Object.fromEntries(told.map(([field, message]) => [field, message && inWords(message)]));
}
