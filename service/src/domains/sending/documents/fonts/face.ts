import { readFileSync } from "node:fs";
import { isAdlam, layOutAdlam } from "./adlam.ts";
import type { FontFile } from "./families.ts";
import {
  createDrawnSubset,
  type Font,
  type GlyphRun,
  openFont,
  type Position,
  tolerateMissingAnchors,
} from "./fontkit.ts";
import type { Weight } from "./inter.ts";
import { unpackWoff2 } from "./woff2.ts";

/** A file of a family in one weight. */
export type Face = {
  /** The name by which pdfkit knows it. */
  name: string;
  /** For pdfkit, which takes a parsed font in place of a file. */
  font: unknown;
  holds(codePoint: number): boolean;
  /** In points, at this size in points. The text is in reading order. */
  widthOf(text: string, size: number, isRtl: boolean): number;
  /** What to ask pdfkit to print for this text. */
  printed(text: string, isRtl: boolean): string;
  /** Whether a reader finds the text by its glyphs: they spell it in the order of printing, side by side. */
  isLiteral(text: string, isRtl: boolean): boolean;
};

const weightAxis: Record<Weight, number> = { regular: 400, semibold: 600 };
const open = new Map<string, Face>();
// Both weights come from one file.
const parsed = new Map<string, Font>();
// A face takes about 250 KB. Most documents need fewer than ten, a long one in Chinese a hundred.
const openMax = 400;
const runsMax = 5_000;

export function faceOf({ id, path }: FontFile, weight: Weight): Face {
  const name = `${id}-${weight}`;
  let face = open.get(name);
  if (!face) {
    const font = parsed.get(id) ?? openFont(unpackWoff2(readFileSync(path)));
    parsed.set(id, font);
    const weighted = font.fvar ? font.getVariation({ wght: weightAxis[weight] }) : font;
    face = openFace(name, tolerateMissingAnchors(weighted));
    open.set(name, face);
  }
  return face;
}

/** Between two documents. */
export function closeUnusedFaces(): void {
  if (open.size <= openMax) return;
  open.clear();
  parsed.clear();
}

// pdfkit has no parameter for the direction, so it is part of the text that pdfkit is given.
const rtlMark = "\u200f";

function openFace(name: string, font: Font): Face {
  const held = new Set(font.characterSet);
  const runs = new Map<string, GlyphRun>();
  const shape = (marked: string): GlyphRun => {
    let run = runs.get(marked);
    if (!run) {
      if (runs.size >= runsMax) runs.clear();
      run = marked.startsWith(rtlMark) ? layOut(font, marked.slice(1), true) : layOut(font, marked, false);
      runs.set(marked, run);
    }
    return run;
  };
  const printed = (text: string, isRtl: boolean) => (isRtl ? rtlMark + text : text);
  return {
    name,
    font: Object.create(font, {
      layout: {
        // New objects each time, because pdfkit scales them in place.
        value: (text: string) => ({ ...shape(text), positions: shape(text).positions.map(copy) }),
      },
      // pdfkit takes fonts of one name for the same font, and both weights and all files of a family have one name.
      postscriptName: { value: name },
      createSubset: { value: () => createDrawnSubset(font) },
    }),
    holds: (codePoint) => held.has(codePoint),
    widthOf: (text, size, isRtl) => (shape(printed(text, isRtl)).advanceWidth / font.unitsPerEm) * size,
    printed,
    isLiteral: (text, isRtl) => {
      const { glyphs, positions } = shape(printed(text, isRtl));
      const spelled = String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
      return spelled === text && positions.every(({ xOffset, yOffset }) => xOffset === 0 && yOffset === 0);
    },
  };
}

function layOut(font: Font, text: string, isRtl: boolean): GlyphRun {
  // The glyphs keep the characters that they were first met with; what can be copied out of a document must not depend
  // on the documents before it.
  font._glyphs = {};
  const run = shaped(font, reordered(text), isRtl) ?? unshaped(font, text, isRtl);
  // Every character has a glyph; only the circle that fontkit adds to a mark without a letter may have none.
  const printed = run.glyphs.flatMap(({ id, advanceWidth, codePoints }, index) =>
    id === 0 ? [] : [{ glyph: { id, advanceWidth, codePoints }, position: copy(run.positions[index]!) }],
  );
  return {
    glyphs: printed.map(({ glyph }) => glyph),
    positions: printed.map(({ position }) => position),
    advanceWidth: printed.reduce((width, { position }) => width + position.xAdvance, 0),
  };
}

/** Undefined where the letters follow each other as in no word, which fontkit may fail at. */
function shaped(font: Font, text: string, isRtl: boolean): GlyphRun | undefined {
  try {
    if (isAdlam(text)) return layOutAdlam(font, text, isRtl);
    return font.layout(text, undefined, undefined, undefined, isRtl ? "rtl" : "ltr");
  } catch {
    return undefined;
  }
}

function unshaped(font: Font, text: string, isRtl: boolean): GlyphRun {
  const glyphs = [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0)!));
  if (isRtl) glyphs.reverse();
  const positions = glyphs.map(({ advanceWidth }) => ({
    ...{ xAdvance: advanceWidth, yAdvance: 0 },
    ...{ xOffset: 0, yOffset: 0 },
  }));
  return { glyphs, positions, advanceWidth: 0 };
}

const copy = ({ xAdvance, yAdvance, xOffset, yOffset }: Position): Position => ({
  xAdvance,
  yAdvance,
  xOffset,
  yOffset,
});

/** The vowel "am" of Thai and Lao has a ring that belongs below the tone written before it; fontkit does not move it. */
const reordered = (text: string): string =>
  text
    .replace(/(?<![\u0e48-\u0e4b])([\u0e48-\u0e4b]*)\u0e33/g, "\u0e4d$1\u0e32")
    .replace(/(?<![\u0ec8-\u0ecb])([\u0ec8-\u0ecb]*)\u0eb3/g, "\u0ecd$1\u0eb2");
