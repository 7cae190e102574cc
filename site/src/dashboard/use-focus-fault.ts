import { type RefObject, useEffect } from "react";

/** After a refusal the focus goes to the first field at fault, so that nobody has to look for it. */
export function useFocusFirstError(place: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (!error) return;
    place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [place, error]);
}
