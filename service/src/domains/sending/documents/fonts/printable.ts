import { clustersOf, isPlain } from "./clusters.ts";
import { type Face, faceOf } from "./face.ts";
import { type FontFile, filesWith } from "./families.ts";
import { typeface, type Weight } from "./inter.ts";

/** Printed in place of a character that no font has. */
export const replacement = "[?]";

// Every new pair of letter and accent takes a call to fontkit, so accepting all accents would let a caller keep it busy
// for minutes. These are the accents of Latin scripts beyond precomposed letters: tones, dots, tails, bars.
const accentsKept = /^[\u0300-\u0304\u0306-\u030c\u0323\u0328\u0331]$/;

/**
 * The text as the fonts can print it. A character without a glyph becomes a replacement, so that a gap is visible;
 * invisible ones are removed, such as direction marks within the text: one at its start may say how to read it. Emoji are
 * removed too: without their colours they are outlines that nobody expects on a document.
 */
export function printable(text: string): string {
  if (isPlain(text)) return text;
  const [mark = ""] = /^[\u200e\u200f]/.exec(text) ?? [];
  const lines = text
    .normalize("NFC")
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/\p{Extended_Pictographic}\ufe0f/gu, (sign) => (/^[©®™]/.test(sign) ? sign : ""))
    .replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\t\p{Zs}]/gu, " ");
  return (
    mark +
    clustersOf(lines)
      .map((cluster) => printableCluster(cluster, lines))
      .join("")
  );
}

function printableCluster(cluster: string, text: string): string {
  const [base, ...rest] = [...cluster] as [string, ...string[]];
  if (base === "\n") return base;
  if (base === " ") return /\p{M}/u.test(cluster) ? ` ${replacement}` : base;
  if (/^[\u200c\u200d]/.test(cluster)) return "";
  if (/^[\p{M}\p{Cc}]/u.test(cluster)) return replacement;
  const { holds } = typeface("regular");
  if (holds(base.codePointAt(0)!)) {
    const [accent] = rest.filter((member) => !/[\u200c\u200d]/.test(member));
    const isKept = accent !== undefined && accentsKept.test(accent) && /\p{Script=Latin}/u.test(base);
    return isKept && holds(accent.codePointAt(0)!) ? base + accent : base;
  }
  if (/^[\p{Emoji_Presentation}\p{Regional_Indicator}]/u.test(base)) return "";
  const file = fileWith(base, text);
  if (!file) return replacement;
  const face = faceOf(file, "regular");
  // As many as any real letter has; an endless pile of marks would be printed over other lines.
  const members = rest.filter((member) => face.holds(member.codePointAt(0)!)).slice(0, 12);
  return base + members.join("");
}

/** The face for a cluster of printable text; undefined where it is Inter. */
export function faceFor(cluster: string, text: string, weight: Weight): Face | undefined {
  const base = String.fromCodePoint(cluster.codePointAt(0)!);
  if (typeface("regular").holds(base.codePointAt(0)!)) return undefined;
  const file = fileWith(base, text);
  return file && faceOf(file, weight);
}

const chosen = new Map<string, FontFile | undefined>();
const chosenMax = 20_000;

function fileWith(character: string, text: string): FontFile | undefined {
  const files = filesWith(character, text);
  const key = `${character} ${files[0]?.id}`;
  if (!chosen.has(key)) {
    if (chosen.size >= chosenMax) chosen.clear();
    const codePoint = character.codePointAt(0)!;
    chosen.set(
      key,
      files.find((file) => faceOf(file, "regular").holds(codePoint)),
    );
  }
  return chosen.get(key);
}
