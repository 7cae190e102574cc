import type { FormEvent, ReactNode } from "react";
import { ApiFailure } from "../api.ts";
import { ErrorNote } from "./error-note.tsx";

export type FormProps = {
  onSubmit: () => void;
  /** Why the last try failed. What concerns a field stands at the field; this says it as a whole. */
  error?: unknown;
  className?: string;
  children: ReactNode;
};

export function Form({ onSubmit, error, className, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className={`flex flex-col gap-5 ${className ?? ""}`}>
      {isTold(error) && <ErrorNote error={error} />}
      {children}
    </form>
  );
}

/** No failure, or one that stopped because a newer call took its place. */
const isTold = (error: unknown): boolean =>
  error instanceof ApiFailure || (error instanceof Error && error.name !== "AbortError");
