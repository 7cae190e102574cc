import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { clustersOf } from "./clusters.ts";
import { type Font, type GlyphRun, openFont, type PlainGlyph, type Position } from "./fontkit.ts";

/**
 * The typeface Inter, for the Latin, Greek and Cyrillic scripts. pdfkit embeds the used glyphs; their positions are computed here, because fontkit takes a quarter
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
  /** How far the letters reach above the baseline, as a multiple of the size. */
  ascent: number;
};

const require = createRequire(import.meta.url);

const files: Record<Weight, string> = {
  regular: require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
};
const loaded = new Map<Weight, Typeface>();

/** Parsed when the first document needs it, and cached. */
export function typeface(weight: Weight): Typeface {
  let face = loaded.get(weight);
  if (!face) {
    face = openTypeface(openFont(readFileSync(files[weight])));
    loaded.set(weight, face);
  }
  return face;
}

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
  const layout = (text: string): GlyphRun => {
    const run: GlyphRun = { glyphs: [], positions: [], advanceWidth: 0 };
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
    ascent: font.ascent / unitsPerEm,
  };
}

/**
 * Which glyphs print this, and where. Figures are all equally wide, so that they align in columns. The glyphs
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
  const positions = each ? attached(run) : run.positions;
  return {
    glyphs: run.glyphs.map(({ id, advanceWidth }, index) => ({
      id,
      advanceWidth,
      codePoints: each ? [codePoints[index]!] : index === 0 ? codePoints : [],
    })),
    positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    })),
    width: positions.reduce((width, { xAdvance }) => width + xAdvance, 0),
    base: baseOf(text),
  };
}

/**
 * Inter has no places for accents on some letters, such as the open o of Ewe and Baoulé: there they are centred above
 * the letter.
 */
function attached({ glyphs, positions }: GlyphRun): Position[] {
  const [letter] = glyphs as [PlainGlyph];
  return positions.map((position, index) => {
    const isPlaced = index === 0 || position.xOffset !== 0 || position.yOffset !== 0;
    if (isPlaced || letter.bbox === undefined) return position;
    const xOffset = centre(letter) - letter.advanceWidth - centre(glyphs[index]!);
    return { ...position, xOffset };
  });
}

const centre = ({ bbox }: PlainGlyph) => ((bbox?.minX ?? 0) + (bbox?.maxX ?? 0)) / 2;

function alone(glyph: PlainGlyph): GlyphRun {
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
