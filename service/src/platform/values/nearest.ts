/** The known word that a mistyped one most likely means; undefined where none is close. */
export function nearestOf(given: string, known: readonly string[]): string | undefined {
  const word = given.slice(0, lengthMax).toLowerCase();
  const measured = known
    .map((candidate) => ({ candidate, distance: distance(word, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = measured;
  const distanceMax = Math.min(Math.max(1, word.length / 3), word.length - 1);
  return best && best.distance <= distanceMax ? best.candidate : undefined;
}

/** Longer words are compared by their beginning: the comparison takes time with the product of both lengths. */
const lengthMax = 60;

/** How many letters must be changed, added or removed, or neighbours exchanged (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const same = from[i] === to[j];
      let least = Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (same ? 0 : 1));
      const exchanged = i > 0 && j > 0 && from[i] === to[j - 1] && from[i - 1] === to[j];
      if (exchanged) least = Math.min(least, before[j - 1]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row.at(-1)!;
}
