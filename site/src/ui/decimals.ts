import { texts } from "../texts/ui.ts";

/** Decimals as people type and read them, in the notation of their language. */

/** By the separator of the groups. In India, groups other than the last have two digits. */
const groupedBy: Record<string, RegExp> = {
  ",": /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/,
  ".": /^-?\d{1,3}(\.\d{2,3})*\.\d{3}(,\d+)?$/,
};

/** The plain decimal that was typed, with or without separators; undefined if it is ambiguous. */
export function readDecimal(text: string, locale: string): string | undefined {
  const bare = withoutSpaces(text);
  if (bare === "") return "";
  const { group, decimal } = separatorsOf(locale);
  const ungrouped = groupedBy[group]?.test(bare) ? bare.replaceAll(group, "") : bare;
  const plainText = decimal === "," ? ungrouped.replace(",", ".") : ungrouped;
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plainText) ? plainText : undefined;
}

/** The same in the format of the API; what cannot be read is left for the service to refuse. */
export const plain = (text: string, locale: string = texts.locale): string =>
  readDecimal(text, locale) ?? withoutSpaces(text);

/**
 * `1685600.5` as `1,685,600.5`: with separators, with all its digits, and with at least `digits` decimals. Text that is
 * not a number stays as it is.
 */
export function grouped(text: string, locale: string, digits = 0): string {
  const value = plain(text);
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return text;
  const given = value.split(".")[1]?.length ?? 0;
  const places = Math.max(digits, given);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(value as `${number}`);
}

/** The spaces and apostrophes that separate groups of digits in French and in Switzerland. */
const withoutSpaces = (text: string) => text.replaceAll(/[\s'’]/g, "");

/** `,` and `.` in English, a narrow space and `,` in French. */
function separatorsOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value;
  return { group: find("group") ?? ",", decimal: find("decimal") ?? "." };
}
