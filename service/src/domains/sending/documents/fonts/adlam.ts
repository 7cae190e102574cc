import type { Font, GlyphRun } from "./fontkit.ts";

// A letter with the marks above it; the mark of nasalization is not of their kind, and belongs to its letter too.
const clusters = /[^\p{M}\u{1e94b}][\p{M}\u{1e94b}]*|[\p{M}\u{1e94b}]+/gu;
const letter = /^[\u{1e900}-\u{1e943}]/u;

export const isAdlam = (text: string): boolean => /[\u{1e900}-\u{1e943}]/u.test(text);

/**
 * The letters of Adlam join as those of Arabic do, but fontkit does not know the script. So each one is laid out by itself,
 * in the form that its neighbours ask for.
 */
export function layOutAdlam(font: Font, text: string, isRtl: boolean): GlyphRun {
  const parts = text.match(clusters) ?? [];
  const joins = parts.map((part) => letter.test(part));
  const runs = parts.map((part, at) => {
    const form = joins[at] ? formOf(joins[at - 1] === true, joins[at + 1] === true) : [];
    return font.layout(part, form, "adlm", undefined, isRtl ? "rtl" : "ltr");
  });
  if (isRtl) runs.reverse();
  return {
    glyphs: runs.flatMap(({ glyphs }) => glyphs),
    positions: runs.flatMap(({ positions }) => positions),
    advanceWidth: runs.reduce((width, run) => width + run.advanceWidth, 0),
  };
}

function formOf(isAfterLetter: boolean, isBeforeLetter: boolean): string[] {
  if (isAfterLetter) return [isBeforeLetter ? "medi" : "fina"];
  return isBeforeLetter ? ["init"] : [];
}
