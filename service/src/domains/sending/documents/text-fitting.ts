import { clustersOf } from "./fonts/clusters.ts";
import type { Weight } from "./fonts/inter.ts";
import { isRtl, rtlMark, widthOf as widthOfLine } from "./fonts/line.ts";
import { printable } from "./fonts/printable.ts";

export type Style = { size: number; weight?: Weight; colour?: string };

/**
 * Breaks text into lines of at most this width. A word longer than a line is broken. The space between words on
 * different lines is kept, for screen readers and for copying.
 */
export function wrap(text: string, width: number, style: Style): string[] {
  const lines = printable(text)
    .split("\n")
    .flatMap((paragraph) => {
      const rows = wrapParagraph(paragraph, width, style);
      // A line that starts with a number or a foreign word is read in the direction of its paragraph.
      return isRtl(paragraph) ? rows.map((row) => rtlMark + row.replace(rtlMark, "")) : rows;
    });
  return [...lines.slice(0, -1), lines.at(-1)!.trimEnd()];
}

function wrapParagraph(paragraph: string, width: number, { size, weight = "regular" }: Style): string[] {
  const widthOf = (text: string) => widthOfLine(text, weight, size);
  const spaceWidth = widthOf(" ");
  const lines: string[] = [];
  let line = "";
  let lineWidth = 0;
  for (const { word, space } of wordsOf(paragraph)) {
    const wordWidth = widthOf(word);
    if (lineWidth + wordWidth <= width) {
      line += word + space;
      lineWidth += wordWidth + (space === "" ? 0 : spaceWidth);
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = wordWidth <= width ? [word] : broken(word, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)! + space;
    lineWidth = widthOf(line);
  }
  return [...lines, line];
}

// Scripts that write words without spaces between them.
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;

type Word = { word: string; space: " " | "" };

function wordsOf(paragraph: string): Word[] {
  const words = paragraph.split(" ").filter(Boolean);
  return words.flatMap((word) => {
    const parts = unspaced.test(word) ? unspacedWords(word) : [word];
    return parts.map(
      (part, index) => ({ word: part, space: index === parts.length - 1 ? " " : "" }) as const,
    );
  });
}

/** No line starts with a closing sign, and none ends with an opening one. */
function unspacedWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = words.at(-1);
    const joins = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー]/u.test(segment) || (last && /[\p{Ps}\p{Pi}]$/u.test(last));
    if (joins && last !== undefined) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let pieceWidth = 0;
  let last = "";
  for (const cluster of clustersOf(word)) {
    // With the space that the two keep between them.
    const added = widthOf(last + cluster) - widthOf(last);
    if (piece !== "" && pieceWidth + added > width) {
      // Prefers to break after a joining character in the second half, as addresses and references have them.
      const joint = piece.search(/[-/_.@&=?:][^-/_.@&=?:]*$/) + 1;
      const cut = joint > piece.length / 2 ? joint : piece.length;
      pieces.push(piece.slice(0, cut));
      piece = piece.slice(cut);
      pieceWidth = widthOf(piece);
    }
    piece += cluster;
    pieceWidth += added;
    last = cluster;
  }
  return [...pieces, piece];
}

/** One line of at most this width; an ellipsis stands for what is left out. */
export function shortened(text: string, width: number, { size, weight = "regular" }: Style): string {
  const widthOf = (given: string) => widthOfLine(given, weight, size);
  const line = printable(text).replaceAll("\n", " ");
  if (widthOf(line) <= width) return line;
  const clusters = clustersOf(line.slice(0, 500));
  while (clusters.length > 0 && widthOf(`${clusters.join("")}…`) > width) clusters.pop();
  return `${clusters.join("").trimEnd()}…`;
}

/** The same, in at most so many lines. */
export function wrapShortened(text: string, linesMax: number, width: number, style: Style): string[] {
  const lines = wrap(text, width, style);
  if (lines.length <= linesMax) return lines;
  const rest = lines.slice(linesMax - 1).join("");
  return [...lines.slice(0, linesMax - 1), shortened(rest, width, style)];
}
