/** A word of a question: what it is found by, and what it is made of if it is a name such as `Idempotency-Key`. */
export type Term = { pattern: RegExp; parts: string[] };

const termsMax = 8;

/** The words that matter. Nobody is to find nothing because of a plural, or because they asked in a whole sentence. */
export function termsOf(question: string): Term[] {
  const words = question
    .toLowerCase()
    .split(/[^\p{L}\p{N}_:/.-]+/u)
    .map((word) => word.replace(/(^|[^.:])[.:]+$/, "$1"))
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
  if (!/^\p{L}+$/u.test(word)) return word;
  const ending = endings.find((one) => word.endsWith(one) && isStem(word.slice(0, -one.length), one));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

// The longest first, so that what is left is what most forms have in common.
const endings = "ations ation ating ated ates ings ions ate ing ies ers ion ed es er s y e".split(" ");

/** At least four letters say what is meant, or three where only the sign of a plural goes. */
function isStem(start: string, ending: string): boolean {
  if (ending.startsWith("ion") && !start.endsWith("at")) return false;
  return [...start].length >= (ending === "s" ? 3 : 4);
}

const filling = new Set(
  "a an and are as at be by can do does for from get have how i if in is it me my not of on or our should that the there this to use what when where which who why will with you your".split(
    " ",
  ),
);
