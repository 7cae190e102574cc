import { type RefObject, useEffect, useRef } from "react";

/** For a form: the first field that a submission was refused for gets the focus, because it may be out of sight. */
export function useRefusedField(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
