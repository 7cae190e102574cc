import { clustersOf, printable, typeface, type Weight } from "./font.ts";

export type Style = { size: number; weight?: Weight; colour?: string };

/**
 * Breaks text into lines of at most this width. A word longer than a line is broken. The space between words on
 * different lines is kept, for screen readers and for copying.
 */
export function wrap(text: string, width: number, style: Style): string[] {
  const lines = printable(text)
    .split("\n")
    .flatMap((paragraph) => wrapParagraph(paragraph, width, style));
  return [...lines.slice(0, -1), lines.at(-1)!.trimEnd()];
}

function wrapParagraph(paragraph: string, width: number, { size, weight = "regular" }: Style): string[] {
  const widthOf = (text: string) => typeface(weight).widthOf(text, size);
  const space = widthOf(" ");
  const lines: string[] = [];
  let line = "";
  let lineWidth = 0;
  for (const word of paragraph.split(" ").filter(Boolean)) {
    const wordWidth = widthOf(word);
    if (lineWidth + wordWidth <= width) {
      line += `${word} `;
      lineWidth += wordWidth + space;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = wordWidth <= width ? [word] : broken(word, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = `${pieces.at(-1)!} `;
    lineWidth = widthOf(line);
  }
  return [...lines, line];
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
  const { widthOf } = typeface(weight);
  const line = printable(text).replaceAll("\n", " ");
  if (widthOf(line, size) <= width) return line;
  const clusters = clustersOf(line.slice(0, 500));
  while (clusters.length > 0 && widthOf(`${clusters.join("")}…`, size) > width) clusters.pop();
  return `${clusters.join("").trimEnd()}…`;
}

/** The same, in at most so many lines. */
export function wrapShortened(text: string, linesMax: number, width: number, style: Style): string[] {
  const lines = wrap(text, width, style);
  if (lines.length <= linesMax) return lines;
  const rest = lines.slice(linesMax - 1).join("");
  return [...lines.slice(0, linesMax - 1), shortened(rest, width, style)];
}
