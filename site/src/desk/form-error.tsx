import { ApiFailure } from "../api.ts";
import { texts } from "../texts/desk.ts";
import { ErrorNote, fieldErrors } from "../ui/error-note.tsx";
import { inWords, nameOf } from "./field-words.ts";

/** Better words for what is wrong with some fields than the service can have, which does not see the page. */
type Instead = Readonly<Record<string, string>>;

/** Why a form was refused: each field by the name that it has on the page, and not by the API's. */
export function FormError({ error, instead = {} }: { error: unknown; instead?: Instead }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiFailure) || error.errors.length === 0) return <ErrorNote error={error} />;
  const errors = error.errors.map(({ field, message }) => ({
    field: nameOf(field),
    message: instead[field] ?? inWords(message),
  }));
  const { requestId } = error;
  const [first] = errors;
  // A list of one would be told twice.
  const shown = errors.length > 1 ? texts.fix : `${first!.field}: ${first!.message.replace(/\.$/, "")}.`;
  return <ErrorNote error={new ApiFailure(error.status, error.code, shown, { errors, requestId })} />;
}

/** What is wrong with each field, in the words of the page. */
export function formErrors(
  error: unknown,
  instead: Instead = {},
): Readonly<Record<string, string | undefined>> {
  const told = Object.entries(fieldErrors(error));
  return Object.fromEntries(
    told.map(([field, message]) => [field, instead[field] ?? (message && inWords(message))]),
  );
}
