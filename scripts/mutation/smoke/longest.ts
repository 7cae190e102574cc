/** The first of the longest ones; what mutation testing is tried on. */
export function longest(texts: readonly string[]): string {
  let found = "";
  // Says nothing that the loop would not: without it, nobody notices.
  if (texts.length === 0) return found;
  for (const text of texts) if (text.length > found.length) found = text;
  return found;
}
