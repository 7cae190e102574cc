import { texts } from "../texts/dashboard.ts";
import { documentTexts } from "../texts/documents.ts";
import { texts as sendingTexts } from "../texts/sending.ts";

const documentLabels = Object.entries(documentTexts).map(([name, { word }]) => [name, word]);
const labels: Readonly<Record<string, string>> = {
  ...texts.fieldLabels,
  to: sendingTexts.to,
  cc: sendingTexts.cc,
  ...Object.fromEntries(documentLabels),
};

/** Turns `lines[0].unit_price` into "Line 1, unit price". */
export function fieldLabel(field: string): string {
  const [, index, rest] = /^lines\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  if (index === undefined) return capital(labelOf(field));
  const line = texts.lines.line(Number(index) + 1);
  return rest ? `${line}, ${labelOf(rest)}` : line;
}

/** Replaces the API names of fields in a message by their labels. */
export function withFieldLabels(message: string): string {
  return message.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => labels[name] ?? name.replaceAll("_", " "));
}

function labelOf(field: string): string {
  // The entries of a list such as the addresses in `to` share one field.
  const last = (field.split(".").at(-1) ?? field).replace(/\[\d+\]$/, "");
  return labels[last] ?? last.replaceAll("_", " ");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
