import type { FormEvent, ReactNode } from "react";
import { ApiFailure } from "../data/api.ts";
import { ErrorNote } from "./error-note.tsx";

export type FormProps = {
  onSubmit: () => void;
  /** The failure of the last submission. Errors of single fields are shown at the fields as well. */
  error?: unknown;
  /** For a submit button outside of the form, such as in the footer of a dialog. */
  id?: string;
  className?: string;
  children: ReactNode;
};

export function Form({ onSubmit, error, id, className, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} onSubmit={submit} className={`flex flex-col gap-5 ${className ?? ""}`}>
      {isShown(error) && <ErrorNote error={error} />}
      {children}
    </form>
  );
}

/** An aborted call was replaced by a newer one, so its error is not shown. */
const isShown = (error: unknown): boolean =>
  error instanceof ApiFailure || (error instanceof Error && error.name !== "AbortError");
