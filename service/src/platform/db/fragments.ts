/**
 * SQL about a table that its owner exports for statements of other modules. It is registered together with the place
 * where it is written, so that a check can tell a table that was named through its owner from one that was not.
 */
const registered = new Map<string, Error>();

/** The place is that of the caller, unless it was noted earlier. */
export function fragment(text: string, place = new Error("written here")): string {
  if (!registered.has(text)) registered.set(text, place);
  return text;
}

export const registeredFragments = (): ReadonlyMap<string, Error> => registered;
