import type { DocsBundle, Guide } from "./bundle.ts";

/** A section of a guide in which the words of the question occur. */
export type Hit = {
  guide: Guide;
  heading: string;
  address: string;
  /** Every word of the question occurs; otherwise no section has them all, and this one has as many as any other. */
  isWhole: boolean;
  /** A piece of the section around the first of the words, cut so that every other piece is one of them. */
  excerpt: string[];
};

const hitsMax = 30;
const excerptCharacters = 200;

export function search({ groups }: Pick<DocsBundle, "groups">, question: string): Hit[] {
  const terms = termsOf(question);
  const hits = groups
    .flatMap(({ guides }) => guides)
    .flatMap((guide) =>
      guide.sections.flatMap(({ heading, id, text, depth }) => {
        const fit = fitOf(terms, [guide.title, heading, text]);
        const address = depth === 1 ? `/docs/${guide.name}` : `/docs/${guide.name}#${id}`;
        return fit ? [{ ...fit, guide, heading, address, text }] : [];
      }),
    );
  const most = Math.max(0, ...hits.map(({ met }) => met));
  // One word of three or more says too little about what somebody wants to know.
  if (most * 2 < terms.length) return [];
  // Sorting keeps the reading order among those of equal weight.
  return hits
    .filter(({ met }) => met === most)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, hitsMax)
    .map(({ guide, heading, address, text }) => {
      return { guide, heading, address, isWhole: most === terms.length, excerpt: excerptOf(text, terms) };
    });
}

/** A word in the section's heading says more than one in the guide's title, and that more than one in the text. */
function fitOf(
  terms: readonly Term[],
  [title = "", heading = "", content = ""]: string[],
): { met: number; weight: number } | undefined {
  const own = `${heading} ${content}`;
  // A title speaks for all sections of its guide, so it may help out but not stand alone.
  if (!terms.some(({ pattern }) => pattern.test(own))) return undefined;
  let met = 0;
  let weight = 0;
  for (const { pattern, parts } of terms) {
    const times = own.split(pattern).length - 1;
    if (times === 0 && !pattern.test(title)) continue;
    met += 1;
    if (pattern.test(heading)) weight += 8;
    else if (pattern.test(title)) weight += 3;
    // Who looks for Idempotency-Key wants the guide about idempotency.
    if (parts.some((part) => title.toLowerCase().includes(part))) weight += 2;
    weight += Math.min(times, 4) / 4;
  }
  return { met, weight };
}

function excerptOf(content: string, terms: readonly Term[]): string[] {
  const first = Math.min(...terms.map(({ pattern }) => content.search(pattern)).filter((at) => at >= 0));
  const from = Number.isFinite(first) ? Math.max(0, content.lastIndexOf(" ", first - 60)) : 0;
  const isCut = content.length > from + excerptCharacters;
  const piece = content
    .slice(from, isCut ? content.lastIndexOf(" ", from + excerptCharacters) : undefined)
    .trim();
  const shown = `${from > 0 ? "… " : ""}${piece}${isCut ? " …" : ""}`;
  return shown.split(new RegExp(`(${terms.map(({ pattern }) => pattern.source).join("|")})`, "iu"));
}

/** A word of a question: what it is found by, and what it is made of if it is a name such as `Idempotency-Key`. */
type Term = { pattern: RegExp; parts: string[] };

const termsMax = 8;

/** The words that matter. Nobody is to find nothing because of a plural, or because they asked in a whole sentence. */
function termsOf(question: string): Term[] {
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
