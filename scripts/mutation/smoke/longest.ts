/** The first of the longest texts; an example for testing mutation. */
export function longest(texts: readonly string[]): string {
  let found = "";
  // This line is redundant, so no test notices its removal.
  if (texts.length === 0) return found;
  for (const text of texts) if (text.length > found.length) found = text;
  return found;
}
