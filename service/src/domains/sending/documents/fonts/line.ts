import { createRequire } from "node:module";
import { clustersOf, isPlain } from "./clusters.ts";
import type { Face } from "./face.ts";
import { typeface, type Weight } from "./inter.ts";
import { faceFor } from "./printable.ts";

/** A line of text as it is printed: which font prints which part of it, and where. */
export type Line = {
  /** As a multiple of the size. */
  width: number;
  /** In reading order, which for screen readers and for copying is the order in the file. */
  pieces: Piece[];
};

export type Piece = {
  /** Undefined for Inter. */
  face: Face | undefined;
  /** As a multiple of the size, from the start of the line. */
  x: number;
  /** What to ask pdfkit to print. */
  printed: string;
  /** The text itself, if its glyphs alone do not tell it in reading order. */
  actual: string | undefined;
};

type Bidi = {
  getEmbeddingLevels(text: string, direction?: "ltr" | "rtl"): { levels: Uint8Array };
  getMirroredCharacter(character: string): string | null;
};
let loaded: Bidi | undefined;
/** Loaded with the first text that is written from right to left. */
function bidi(): Bidi {
  loaded ??= (createRequire(import.meta.url)("bidi-js") as () => Bidi)();
  return loaded;
}

const rtl =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
export const rtlMark = "\u200f";

/** By its first letter, as browsers do it for text of unknown origin. */
export function isRtl(paragraph: string): boolean {
  const [first] = /[\p{L}\u200e\u200f]/u.exec(paragraph) ?? [];
  return first !== undefined && (first === rtlMark || rtl.test(first));
}

const lines = new Map<string, Line>();
const linesMax = 5_000;

/** The text must be printable, and without line breaks. */
export function layLine(text: string, weight: Weight): Line {
  if (isPlain(text)) return interLine(text, weight);
  const key = `${weight} ${text}`;
  let line = lines.get(key);
  if (!line) {
    if (lines.size >= linesMax) lines.clear();
    line = layMixed(text, weight);
    lines.set(key, line);
  }
  return line;
}

export const widthOf = (text: string, weight: Weight, size: number): number =>
  layLine(text, weight).width * size;

function interLine(text: string, weight: Weight): Line {
  // An accent is printed at a place of its own, where readers would find it apart from its letter.
  const actual = /\p{M}/u.test(text) ? text : undefined;
  const piece: Piece = { face: undefined, x: 0, printed: text, actual };
  return { width: typeface(weight).widthOf(text, 1), pieces: [piece] };
}

type Run = { text: string; face: Face | undefined; level: number };

function layMixed(marked: string, weight: Weight): Line {
  const text = marked.replace(/^[\u200e\u200f]/, "");
  const runs = runsOf(text, weight, isRtl(marked));
  if (runs.every(({ face, level }) => !face && level === 0)) return interLine(text, weight);
  const pieces = runs.map((run) => pieceOf(run, weight));
  let x = 0;
  for (const index of visualOrder(runs)) {
    const { piece, width } = pieces[index]!;
    piece.x = x;
    x += width;
  }
  return { width: x, pieces: pieces.map(({ piece }) => piece) };
}

/** Neighbouring clusters of one font and one direction. */
function runsOf(text: string, weight: Weight, isFromRight: boolean): Run[] {
  const levels = rtl.test(text)
    ? bidi().getEmbeddingLevels(inBidiTypes(text), isFromRight ? "rtl" : "ltr").levels
    : undefined;
  const end = text.trimEnd().length;
  const runs: Run[] = [];
  let at = 0;
  for (const cluster of clustersOf(text)) {
    // The space at the end of a line takes no place before its start.
    const level = at < end ? (levels?.[at] ?? 0) : 0;
    at += cluster.length;
    const face = faceFor(cluster, text, weight);
    const last = runs.at(-1);
    if (last && last.face === face && last.level === level) last.text += cluster;
    else runs.push({ text: cluster, face, level });
  }
  return runs;
}

/** The library looks at half a character of Adlam at a time; these letters and marks of Hebrew have the same direction. */
const inBidiTypes = (text: string): string =>
  text.replace(/\p{Script=Adlam}/gu, (character) =>
    (/\p{M}/u.test(character) ? "\u0591" : "\u05d0").repeat(character.length),
  );

function pieceOf({ text, face, level }: Run, weight: Weight): { piece: Piece; width: number } {
  const isFromRight = level % 2 === 1;
  if (face) {
    const printed = face.printed(text, isFromRight);
    const actual = face.isLiteral(text, isFromRight) ? undefined : text;
    return { piece: { face, x: 0, printed, actual }, width: face.widthOf(text, 1, isFromRight) };
  }
  // Of what Inter has, only spaces, signs and digits can be part of a text from right to left.
  const printed = isFromRight ? clustersOf(text).reverse().map(mirrored).join("") : text;
  const actual = printed === text && !/\p{M}/u.test(text) ? undefined : text;
  return { piece: { face, x: 0, printed, actual }, width: typeface(weight).widthOf(printed, 1) };
}

const mirrored = (character: string): string => bidi().getMirroredCharacter(character) ?? character;

/** Rule L2 of the Unicode bidirectional algorithm: the runs' indices from left to right. */
function visualOrder(runs: Run[]): number[] {
  const order = runs.map((_, index) => index);
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && runs[order[to]!]!.level >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}
