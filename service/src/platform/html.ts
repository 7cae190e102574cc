/**
 * Markup that may go to a browser as it is. Its text hides behind a symbol, which no JSON can carry, so nothing that
 * came from outside can pass for it.
 */
export type Html = { readonly [markup]: string };

/** What a template may contain. Null, undefined and false are written as nothing: `${isPaid && html`…`}`. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

const markup = Symbol("markup");

/**
 * html`<p>${text}</p>`: every value is escaped, as text and within a quoted attribute; only pieces made by this tag
 * go in as they are. Addresses (`href`, `action`) have still to be checked by those who put them there.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = strings[0]!;
  for (const [index, value] of values.entries()) {
    if (/=\s*$/.test(strings[index]!)) {
      throw new TypeError(
        `A value after ${strings[index]!.slice(-20)} needs quotes: without them nothing is safe.`,
      );
    }
    text += write(value) + strings[index + 1]!;
  }
  return { [markup]: text };
}

/** For text that is part of the program and that escaping would spoil, such as a stylesheet. Never for data. */
export function verbatim(text: string): Html {
  return { [markup]: text };
}

export function markupOf(piece: Html): string {
  return piece[markup];
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

function write(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map(write).join("");
  if (typeof value === "object" && markup in value) return value[markup];
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}
