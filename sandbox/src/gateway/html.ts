/** Text that is already HTML. */
export type Html = { html: string };

/** Escapes values unless they are HTML already; lists are joined, and undefined and false produce nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: strings.map((text, place) => text + written(values[place])).join("") };
}

type Value = Html | string | number | false | undefined | readonly Value[];

function written(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  if ("html" in value) return value.html;
  return value.map(written).join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
