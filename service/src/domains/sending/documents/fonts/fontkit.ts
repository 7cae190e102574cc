import { createRequire } from "node:module";
import { contoursOf, encodeOutline } from "./outline.ts";

// fontkit comes without types; this is as much of it as is used here.
export type Glyph = { id: number; advanceWidth: number; codePoints: number[]; path: { commands: never[] } };
export type PlainGlyph = {
  id: number;
  advanceWidth: number;
  codePoints: number[];
  bbox?: { minX: number; maxX: number };
};
export type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
export type GlyphRun = { glyphs: PlainGlyph[]; positions: Position[]; advanceWidth: number };

export type Font = {
  unitsPerEm: number;
  ascent: number;
  characterSet: number[];
  fvar?: unknown;
  _glyphs: Record<number, Glyph>;
  layout(
    text: string,
    features?: string[],
    script?: string,
    language?: string,
    direction?: "ltr" | "rtl",
  ): GlyphRun;
  glyphForCodePoint(codePoint: number): Glyph;
  getGlyph(id: number): Glyph & { _getMetrics(): { leftBearing: number } };
  getVariation(axes: { wght: number }): Font;
  createSubset(): Subset;
  _layoutEngine: { engine?: { GPOSProcessor: MarkPositions | null } };
};

type MarkPositions = { applyAnchor(mark: unknown, base: unknown, index: number): void };

/** The part of a font that a document embeds. */
type Subset = {
  glyf: Buffer[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
};

const require = createRequire(import.meta.url);

/** Loaded with the first document, because it takes a tenth of a second. */
export const openFont = (file: Buffer): Font =>
  (require("fontkit") as { create(file: Buffer): Font }).create(file);

/**
 * A subset whose glyphs are encoded from their drawn outlines. fontkit would copy the parts of composite glyphs at the
 * positions of the default weight.
 */
export function createDrawnSubset(font: Font): Subset {
  const subset = font.createSubset();
  subset._addGlyph = (id) => {
    const glyph = font.getGlyph(id);
    const outline = encodeOutline(contoursOf(glyph.path.commands));
    subset.glyf.push(outline);
    subset.loca.offsets.push(subset.offset);
    const { leftBearing } = glyph._getMetrics();
    subset.hmtx.metrics.push({ advance: Math.round(glyph.advanceWidth), bearing: Math.round(leftBearing) });
    subset.offset += outline.length;
    return subset.glyf.length - 1;
  };
  return subset;
}

/** A font may have no place for a mark on some letter; fontkit would fail at it. */
export function tolerateMissingAnchors(font: Font): Font {
  const positions = font._layoutEngine.engine?.GPOSProcessor;
  if (positions) {
    const apply = positions.applyAnchor;
    positions.applyAnchor = (mark, base, index) => {
      if (base) apply.call(positions, mark, base, index);
    };
  }
  return font;
}
