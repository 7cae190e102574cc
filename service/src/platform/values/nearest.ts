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

/** The Levenshtein distance: how many letters must be changed, added or removed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
