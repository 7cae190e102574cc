import type { FormEvent, ReactNode } from "react";
import { ApiFailure } from "../data/api.ts";
import { ErrorNote } from "./error-note.tsx";

export type FormProps = {
  onSubmit: () => void;
  /** Why the last try failed. What concerns a field stands at the field; this says it as a whole. */
  error?: unknown;
  /** For a button that stands outside of it, such as at the lower edge of a dialog. */
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

/** No failure, or one that stopped because a newer call took its place. */
const isShown = (error: unknown): boolean =>
  error instanceof ApiFailure || (error instanceof Error && error.name !== "AbortError");
