/** Lower case and without diacritics, so that "olorun" finds "Ọlọ́runtóbi". */
export const folded = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();

/** How well a text matches: 0 exactly, 1 by its beginning, 2 by the beginning of a word, 3 inside, 4 not at all. */
function distanceOf(text: string, query: string): number {
  const name = folded(text);
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (!name.includes(query)) return 4;
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query)) ? 2 : 3;
}

/** The best matches first; of equally good ones, the order stays. The first text counts most. */
export function rankByMatch<Found>(
  found: readonly Found[],
  query: string,
  textsOf: (one: Found) => readonly (string | null | undefined)[],
): Found[] {
  const wanted = folded(query);
  if (wanted === "") return [...found];
  const rank = (one: Found) =>
    Math.min(...textsOf(one).map((text, place) => distanceOf(text ?? "", wanted) + (place > 0 ? 0.5 : 0)));
  return found
    .map((one) => ({ one, distance: rank(one) }))
    .sort((left, right) => left.distance - right.distance)
    .map(({ one }) => one);
}
