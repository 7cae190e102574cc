import { type Html, html } from "../../platform/html.ts";
import type { Page } from "./layout.ts";

/** What the longest parts of a page may take: lines in bytes of markup, notes in characters, payments by number. */
export type PageLimits = { lineBytes: number; noteCharacters: number; payments: number };

/** Buyers open these pages on slow networks. The PDF has all that is left out. */
export const pageBytesMax = 15 * 1024;

export const fullLimits: PageLimits = {
  lineBytes: 5_000,
  noteCharacters: Number.POSITIVE_INFINITY,
  payments: 30,
};
const smallerLimits: readonly PageLimits[] = [
  { ...fullLimits, lineBytes: 4_200 },
  { ...fullLimits, lineBytes: 3_000 },
  { lineBytes: 2_500, noteCharacters: 1_500, payments: 15 },
  { lineBytes: 2_000, noteCharacters: 600, payments: 8 },
  { lineBytes: 1_200, noteCharacters: 300, payments: 5 },
  { lineBytes: 600, noteCharacters: 100, payments: 3 },
];

/** The page with all of its content, or with as much as fits. */
export function fitPage(render: (limits: PageLimits) => Page): Page {
  let page = render(fullLimits);
  for (const limits of smallerLimits) {
    if (Buffer.byteLength(page.html) <= pageBytesMax) return page;
    page = render(limits);
  }
  return page;
}

/** Notes of a document in paragraphs, up to a number of characters. */
export function noteParagraphs(
  notes: string | null,
  { noteCharacters: max }: PageLimits,
  cut: string,
): Html[] {
  const characters = [...(notes ?? "")];
  const isCut = characters.length > max;
  const text = isCut ? `${characters.slice(0, max).join("")}…` : (notes ?? "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return [
    ...lines.map((line) => html`<p><bdi>${line}</bdi></p>`),
    ...(isCut ? [html`<p class="small">${cut}</p>`] : []),
  ];
}
