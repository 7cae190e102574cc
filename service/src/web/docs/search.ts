import { allPages, type DocsBundle, type Guide } from "./bundle.ts";

/** A section of a guide or of the reference that contains words of the query. */
export type Hit = {
  guide: Guide;
  heading: string;
  address: string;
  /** Whether the section contains every word of the query; if none does, the hits are those with the most words. */
  isWhole: boolean;
  /** A piece of the section around the first match, split so that every other element is a match. */
  excerpt: string[];
};

const hitsMax = 30;
const excerptCharacters = 200;

export function search(bundle: Pick<DocsBundle, "groups" | "reference">, question: string): Hit[] {
  const terms = termsOf(question);
  const hits = allPages(bundle).flatMap((guide) =>
    guide.sections.flatMap(({ heading, id, text, depth }) => {
      const fit = fitOf(terms, [guide.title, heading, text]);
      const address = depth === 1 ? `/docs/${guide.name}` : `/docs/${guide.name}#${id}`;
      return fit ? [{ ...fit, guide, heading, address, text }] : [];
    }),
  );
  const most = Math.max(0, ...hits.map(({ met }) => met));
  // One matching word out of three or more is not a useful result.
  if (most * 2 < terms.length) return [];
  // Sorting is stable, so hits of equal weight stay in reading order.
  return hits
    .filter(({ met }) => met === most)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, hitsMax)
    .map(({ guide, heading, address, text }) => {
      return { guide, heading, address, isWhole: most === terms.length, excerpt: excerptOf(text, terms) };
    });
}

/** A match in the section's heading weighs more than one in the guide's title, and that more than one in the text. */
function fitOf(
  terms: readonly Term[],
  [title = "", heading = "", content = ""]: string[],
): { met: number; weight: number } | undefined {
  const own = `${heading} ${content}`;
  // A title applies to all sections of its guide, so a match there alone is not enough.
  if (!terms.some(({ pattern }) => pattern.test(own))) return undefined;
  let met = 0;
  let weight = 0;
  for (const { pattern, parts } of terms) {
    const times = own.split(pattern).length - 1;
    if (times === 0 && !pattern.test(title)) continue;
    met += 1;
    if (pattern.test(heading)) weight += 8;
    else if (pattern.test(title)) weight += 3;
    // A search for Idempotency-Key should find the guide about idempotency.
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

/** A word of a query: its pattern, and its parts if it is a name such as `Idempotency-Key`. */
type Term = { pattern: RegExp; parts: string[] };

const termsMax = 8;

/** The significant words. Plurals and whole sentences must not prevent a match. */
function termsOf(question: string): Term[] {
  const words = question
    .toLowerCase()
    .split(/[^\p{L}\p{N}_:/.-]+/u)
    .map((word) => word.replace(/(^|[^.:])[.:]+$/, "$1"))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => !filling.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, termsMax).map(termOf);
}

/** Matches from the start of a word to its end: `vat` does not match "private". */
function termOf(word: string): Term {
  const start = stemOf(word).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${start}[\\p{L}\\p{N}]*`, "iu"),
    parts: word.split(/[-_:/.]/).filter((part) => part !== word && part.length > 3),
  };
}

/** The stem that a word shares with its other forms: `rounding` and "rounded", `currencies` and "currency". */
function stemOf(word: string): string {
  if (!/^\p{L}+$/u.test(word)) return word;
  const ending = endings.find((one) => word.endsWith(one) && isStem(word.slice(0, -one.length), one));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

// The longest endings come first, so that the remaining stem is common to most forms.
const endings = "ations ation ating ated ates ings ions ate ing ies ers ion ed es er s y e".split(" ");

/** A stem needs at least four letters, or three if only a plural ending is removed. */
function isStem(start: string, ending: string): boolean {
  if (ending.startsWith("ion") && !start.endsWith("at")) return false;
  return [...start].length >= (ending === "s" ? 3 : 4);
}

const filling = new Set(
  "a an and are as at be by can do does for from get have how i if in is it me my not of on or our should that the there this to use what when where which who why will with you your".split(
    " ",
  ),
);
