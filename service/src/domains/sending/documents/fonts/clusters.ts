const plain = /^[\x20-\x7e\n]*$/;

/** Whether all of it is ASCII, as most text of most invoices is. */
export const isPlain = (text: string): boolean => plain.test(text);

// Scripts whose letters are formed from more than a base and its accents.
const composed =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Hangul}\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u{1f000}-\u{1faff}\u2600-\u27bf\u200c\u200d]/u;
let graphemes: Intl.Segmenter | undefined;

/** Splits text into letters with all that belongs to them, which must not be separated at the end of a line. */
export function clustersOf(text: string): string[] {
  if (isPlain(text)) return text.split("");
  if (!composed.test(text)) return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
