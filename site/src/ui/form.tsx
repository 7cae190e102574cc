import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { ApiFailure } from "../data/api.ts";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";
import { FormProblems } from "./field.tsx";
import { type Problems, problemsOf, withoutProblem } from "./form-problems.ts";
import { isWorthKeeping, useUnsavedChanges } from "./unsaved-changes.tsx";
import { useRefusedField } from "./use-refused-field.ts";

export type FormProps = {
  onSubmit: () => void;
  /** The failure of the last submission. Errors of single fields are shown at the fields as well. */
  error?: unknown;
  /** For a submit button outside of the form, such as in the footer of a dialog. */
  id?: string;
  className?: string;
  children: ReactNode;
};

/** A form with several fields is not left with unsaved changes without a question. */
export function Form({ onSubmit, error, id, className, children }: FormProps) {
  const [isDirty, setDirty] = useState(false);
  const [isSent, setSent] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const question = useUnsavedChanges(isDirty && !isSent);
  const form = useRefusedField(error);
  // What was refused is still unsaved.
  useEffect(() => {
    if (error) setSent(false);
  }, [error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemsOf(event.currentTarget);
    setProblems(found.byField);
    found.first?.focus();
    if (found.first) return;
    setSent(true);
    onSubmit();
  };
  const change = (event: FormEvent<HTMLFormElement>) => {
    setDirty(isWorthKeeping(event.currentTarget));
    setSent(false);
    const { id: changed } = event.target as Element;
    setProblems((known) => withoutProblem(known, changed));
  };
  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={submit}
      onChange={change}
      className={`flex flex-col gap-5 ${className ?? ""}`}
    >
      {isShown(error) && <ErrorNote error={error} />}
      <FormProblems value={problems}>{children}</FormProblems>
      {question}
    </form>
  );
}

/** An aborted call was replaced by a newer one, so its error is not shown. */
const isShown = (error: unknown): boolean =>
  error instanceof ApiFailure || (error instanceof Error && error.name !== "AbortError");

/** Submits the form of a settings page. */
export const SaveButton = ({ busy }: { busy: boolean }) => (
  <div>
    <Button type="submit" kind="primary" busy={busy}>
      {texts.save}
    </Button>
  </div>
);
