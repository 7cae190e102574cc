import { texts } from "../texts/dashboard.ts";

const words: Readonly<Record<string, string>> = texts.fieldWords;

/** Turns `lines[0].unit_price` into "Line 1, unit price". */
export function nameOf(field: string): string {
  const [, index, rest] = /^lines\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  if (index === undefined) return capital(wordOf(field));
  const line = texts.lines.line(Number(index) + 1);
  return rest ? `${line}, ${wordOf(rest)}` : line;
}

/** Messages mention other fields too, by their API names. */
export function inWords(message: string): string {
  return message.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => words[name] ?? name.replaceAll("_", " "));
}

function wordOf(field: string): string {
  const last = field.split(".").at(-1) ?? field;
  return words[last] ?? last.replaceAll("_", " ");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
