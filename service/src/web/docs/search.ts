import type { Guide, Library } from "./library.ts";
import { plain } from "./outline.ts";

/** A section of a guide in which every word of the question occurs. */
export type Hit = {
  guide: Guide;
  heading: string;
  address: string;
  /** A piece of the section around the first of the words, cut so that every other piece is one of them. */
  excerpt: string[];
};

const wordsMax = 8;
const hitsMax = 30;
const excerptCharacters = 200;

export function search(library: Library, question: string): Hit[] {
  const words = wordsOf(question);
  if (words.length === 0) return [];
  const hits = library.guides.flatMap((guide) =>
    guide.sections.flatMap(({ text, id, body, depth }) => {
      const content = contentOf(body);
      const weight = weightOf(words, [guide.title, text, content]);
      if (weight === undefined) return [];
      const address = depth === 1 ? `/docs/${guide.name}` : `/docs/${guide.name}#${id}`;
      return [{ weight, hit: { guide, heading: text, address, excerpt: excerptOf(content, words) } }];
    }),
  );
  // Sorting keeps the reading order among those of equal weight.
  return hits
    .sort((a, b) => b.weight - a.weight)
    .slice(0, hitsMax)
    .map(({ hit }) => hit);
}

/** Snippets can be found too, but a sentence says more about a section. */
function contentOf(body: string): string {
  const code = /^ *(```|~~~)[\s\S]*?^ *\1.*$/gm;
  const snippets = body.match(code) ?? [];
  return plain([body.replace(code, ""), ...snippets].join("\n")).replace(/\s+/g, " ");
}

const wordsOf = (question: string) =>
  question
    .toLowerCase()
    .split(/[^\p{L}\p{N}_:/.-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMax);

/** A word in the section's heading says more than one in the guide's title, and that more than one in the text. */
function weightOf(
  words: readonly string[],
  [title = "", heading = "", content = ""]: string[],
): number | undefined {
  const own = `${heading} ${content}`.toLowerCase();
  // A title speaks for all sections of its guide, so it may help out but not stand alone.
  if (!words.some((word) => own.includes(word))) return undefined;
  let weight = 0;
  for (const word of words) {
    if (heading.toLowerCase().includes(word)) weight += 8;
    else if (title.toLowerCase().includes(word)) weight += 3;
    else if (!own.includes(word)) return undefined;
    // Who looks for Idempotency-Key wants the guide about idempotency.
    if (partsOf(word).some((part) => title.toLowerCase().includes(part))) weight += 2;
    weight += Math.min(own.split(word).length - 1, 4) / 4;
  }
  return weight;
}

const partsOf = (word: string) => word.split(/[-_:/.]/).filter((part) => part !== word && part.length > 3);

function excerptOf(content: string, words: readonly string[]): string[] {
  const first = Math.min(...words.map((word) => content.toLowerCase().indexOf(word)).filter((at) => at >= 0));
  const from = Number.isFinite(first) ? Math.max(0, content.lastIndexOf(" ", first - 60)) : 0;
  const isCut = content.length > from + excerptCharacters;
  const piece = content
    .slice(from, isCut ? content.lastIndexOf(" ", from + excerptCharacters) : undefined)
    .trim();
  const shown = `${from > 0 ? "… " : ""}${piece}${isCut ? " …" : ""}`;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return shown.split(new RegExp(`(${pattern})`, "i"));
}
