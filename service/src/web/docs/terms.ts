/** A word of a question: what it is found by, and what it is made of if it is a name such as `Idempotency-Key`. */
export type Term = { pattern: RegExp; parts: string[] };

const termsMax = 8;

/** The words that matter. Nobody is to find nothing because of a plural, or because they asked in a whole sentence. */
export function termsOf(question: string): Term[] {
  const words = question
    .toLowerCase()
    .split(/[^\p{L}\p{N}_:/.-]+/u)
    .map((word) => word.replace(/[.:]+$/, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => !filling.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, termsMax).map(termOf);
}

/** Found where a word begins, and to that word's end: `vat` is not in "private". */
function termOf(word: string): Term {
  const start = stemOf(word).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${start}[\\p{L}\\p{N}]*`, "iu"),
    parts: word.split(/[-_:/.]/).filter((part) => part !== word && part.length > 3),
  };
}

/** What a word has in common with its other forms: `rounding` and "rounded", `currencies` and "currency". */
function stemOf(word: string): string {
  const [, long, short] =
    /^(?:(\p{L}{4,}?)(?:ations?|ating|ated|ates?|ings?|(?<=at)ions?|ies|ers?|ed|es|s|y|e)|(\p{L}{3,}?)(?:(?<=x)es|s))$/u.exec(
      word,
    ) ?? [];
  return long ?? short ?? word;
}

const filling = new Set(
  "a an and are as at be by can do does for from get have how i if in is it me my not of on or our should that the there this to use what when where which who why will with you your".split(
    " ",
  ),
);
