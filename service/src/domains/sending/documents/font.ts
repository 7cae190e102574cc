import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The typeface Inter. pdfkit embeds the used glyphs; their positions are computed here, because fontkit takes a quarter
 * of a millisecond per word, and an invoice of 500 lines has thousands of words. Kerning and accent positions are read
 * from fontkit once and cached.
 */
export const weights = ["regular", "semibold"] as const;
export type Weight = (typeof weights)[number];

export type Typeface = {
  /** For pdfkit, which takes a parsed font in place of a file. */
  font: unknown;
  holds(codePoint: number): boolean;
  /** In points, at this size in points. */
  widthOf(text: string, size: number): number;
};

type Run = { glyphs: PlainGlyph[]; positions: Position[]; advanceWidth: number };
type PlainGlyph = { id: number; advanceWidth: number; codePoints: number[] };
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
type Font = {
  unitsPerEm: number;
  layout(text: string, features?: string[]): Run;
  glyphForCodePoint(codePoint: number): PlainGlyph;
  characterSet: number[];
};

// fontkit comes without types.
const require = createRequire(import.meta.url);
const fontkit = require("fontkit") as { create(file: Buffer): Font };

const files: Record<Weight, string> = {
  regular: require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
};
const loaded = new Map<Weight, Typeface>();

/** Parsed when the first document needs it, and cached. */
export function typeface(weight: Weight): Typeface {
  let face = loaded.get(weight);
  if (!face) {
    face = openTypeface(fontkit.create(readFileSync(files[weight])));
    loaded.set(weight, face);
  }
  return face;
}

/** Splits text into letters with their accents, which must not be separated at the end of a line. */
export const clustersOf = (text: string): string[] =>
  plain.test(text) ? text.split("") : (text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []);

const plain = /^[\x20-\x7e\n]*$/;

type Cluster = { glyphs: PlainGlyph[]; positions: Position[]; width: number; base: string | undefined };

function openTypeface(font: Font): Typeface {
  const clusters = new Map<string, Cluster>();
  const kernings = new Map<string, number>();
  const { unitsPerEm } = font;
  const held = new Set(font.characterSet);

  const clusterOf = (text: string): Cluster => {
    let cluster = clusters.get(text);
    if (!cluster) {
      cluster = shape(font, text);
      clusters.set(text, cluster);
    }
    return cluster;
  };
  const kerning = (left: Cluster | undefined, right: Cluster): number => {
    if (left?.base === undefined || right.base === undefined) return 0;
    const pair = left.base + right.base;
    let space = kernings.get(pair);
    if (space === undefined) {
      const { glyphs, positions } = font.layout(pair);
      // Ligatures are avoided.
      space = glyphs.length === 2 ? positions[0]!.xAdvance - glyphs[0]!.advanceWidth : 0;
      kernings.set(pair, space);
    }
    return space;
  };
  const layout = (text: string): Run => {
    const run: Run = { glyphs: [], positions: [], advanceWidth: 0 };
    let left: Cluster | undefined;
    for (const part of clustersOf(text)) {
      const cluster = clusterOf(part);
      const space = kerning(left, cluster);
      if (space !== 0) run.positions.at(-1)!.xAdvance += space;
      run.glyphs.push(...cluster.glyphs);
      // New objects each time, because pdfkit scales them in place.
      for (const position of cluster.positions) run.positions.push({ ...position });
      run.advanceWidth += space + cluster.width;
      left = cluster;
    }
    return run;
  };
  const widthOf = (text: string, size: number): number => {
    let width = 0;
    let left: Cluster | undefined;
    for (const part of clustersOf(text)) {
      const cluster = clusterOf(part);
      width += kerning(left, cluster) + cluster.width;
      left = cluster;
    }
    return (width / unitsPerEm) * size;
  };
  return {
    font: Object.create(font, { layout: { value: layout } }),
    holds: (codePoint) => held.has(codePoint),
    widthOf,
  };
}

/**
 * Which glyphs print this, and where. Figures are all equally wide, so that they stand in columns. The glyphs
 * carry the code points of this text and not, as fontkit's do, those of whichever text met them first: what can be
 * copied out of a document must not depend on the documents before it.
 */
function shape(font: Font, text: string): Cluster {
  const codePoints = [...text].map((character) => character.codePointAt(0)!);
  const run = /^\d$/.test(text)
    ? font.layout(text, ["tnum"])
    : codePoints.length > 1
      ? font.layout(text)
      : alone(font.glyphForCodePoint(codePoints[0]!));
  const each = run.glyphs.length === codePoints.length;
  return {
    glyphs: run.glyphs.map(({ id, advanceWidth }, index) => ({
      id,
      advanceWidth,
      codePoints: each ? [codePoints[index]!] : index === 0 ? codePoints : [],
    })),
    positions: run.positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    })),
    width: run.positions.reduce((width, { xAdvance }) => width + xAdvance, 0),
    base: baseOf(text),
  };
}

function alone(glyph: PlainGlyph): Run {
  const position = { xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 };
  return { glyphs: [glyph], positions: [position], advanceWidth: glyph.advanceWidth };
}

/**
 * The key for kerning. Accents hardly affect it, and without them there are few enough pairs to remember all. Digits
 * are not kerned, so that they stay in columns.
 */
function baseOf(text: string): string | undefined {
  const base = text.normalize("NFD")[0]!;
  return /^[!-/:-~]$/.test(base) ? base : undefined;
}

const replacement = "□";
// The accents of Latin scripts beyond precomposed letters: tones, dots, tails, bars. Every new pair of letter and
// accent takes a call to fontkit, so accepting all accents would let a caller keep it busy for minutes.
const accentsKept = /^[\u0300-\u0304\u0306-\u030c\u0323\u0328\u0331]$/;

/**
 * The text as Inter can print it. Characters without a glyph become a box, so that a gap is visible; invisible ones,
 * such as joiners and direction marks, are removed.
 */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  const { holds } = typeface("regular");
  const lines = text
    .normalize("NFC")
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\t\p{Zs}]/gu, " ");
  return clustersOf(lines)
    .map((cluster) => {
      const [base, ...accents] = [...cluster];
      if (base === "\n") return base;
      if (base === " ") return accents.length === 0 ? base : ` ${replacement}`;
      if (/^[\p{M}\p{Cc}]/u.test(cluster) || !holds(base!.codePointAt(0)!)) return replacement;
      const [accent] = accents;
      const isKept = accent !== undefined && accentsKept.test(accent) && /\p{Script=Latin}/u.test(base!);
      return isKept && holds(accent.codePointAt(0)!) ? base! + accent : base!;
    })
    .join("");
}
