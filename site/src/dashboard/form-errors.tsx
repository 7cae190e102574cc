import { ApiFailure } from "../data/api.ts";
import { texts } from "../texts/dashboard.ts";
import { ErrorNote, fieldErrors } from "../ui/error-note.tsx";
import { inWords, nameOf } from "./field-words.ts";

/** Better messages for some fields than those of the service, which does not know the page. */
type Instead = Readonly<Record<string, string>>;

/** Why a form was refused, with each field by its label on the page instead of its API name. */
export function FormError({ error, instead = {} }: { error: unknown; instead?: Instead }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiFailure) || error.errors.length === 0) return <ErrorNote error={error} />;
  const errors = error.errors.map(({ field, message }) => ({
    field: nameOf(field),
    message: instead[field] ?? inWords(message),
  }));
  const { requestId } = error;
  const [first] = errors;
  // A list with a single fault would repeat the message.
  const shown = errors.length > 1 ? texts.fix : `${first!.field}: ${first!.message.replace(/\.$/, "")}.`;
  return <ErrorNote error={new ApiFailure(error.status, error.code, shown, { errors, requestId })} />;
}

/** The fault of each field, in the words of the page. */
export function formErrors(
  error: unknown,
  instead: Instead = {},
): Readonly<Record<string, string | undefined>> {
  const told = Object.entries(fieldErrors(error));
  return Object.fromEntries(
    told.map(([field, message]) => [field, instead[field] ?? (message && inWords(message))]),
  );
}
