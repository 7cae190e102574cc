import type { Guide, Library } from "./library.ts";
import { plain } from "./outline.ts";
import { type Term, termsOf } from "./terms.ts";

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

export function search(library: Library, question: string): Hit[] {
  const terms = termsOf(question);
  const hits = library.guides.flatMap((guide) =>
    guide.sections.flatMap(({ text, id, body, depth }) => {
      const content = contentOf(body);
      const fit = fitOf(terms, [guide.title, text, content]);
      const address = depth === 1 ? `/docs/${guide.name}` : `/docs/${guide.name}#${id}`;
      return fit ? [{ ...fit, guide, heading: text, address, content }] : [];
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
    .map(({ guide, heading, address, content }) => {
      return { guide, heading, address, isWhole: most === terms.length, excerpt: excerptOf(content, terms) };
    });
}

/** Snippets can be found too, but a sentence says more about a section. */
function contentOf(body: string): string {
  const code = /^ *(```|~~~)[\s\S]*?^ *\1.*$/gm;
  const snippets = body.match(code) ?? [];
  const prose = body.replace(code, "").replace(/^ *(?:[-*]|\d+\.) +/gm, "");
  return plain([prose.replace(/^\|(.*)\|$/gm, sentenceOf), ...snippets].join("\n")).replace(/\s+/g, " ");
}

/** A row of a table as text: what stood in its cells, and an end. */
function sentenceOf(_row: string, inside: string): string {
  const cells = inside.split("|").map((cell) => cell.trim());
  return cells.every((cell) => /^:?-*:?$/.test(cell)) ? "" : `${cells.filter(Boolean).join(" · ")};`;
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
