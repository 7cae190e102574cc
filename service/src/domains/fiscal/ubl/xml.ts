/**
 * Minimal XML for writing a document: elements with text or children. Empty elements are omitted, because EN 16931
 * treats them as errors.
 */
export type Element = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly Element[];
};

export function text(
  name: string,
  value: string | null,
  attributes: Readonly<Record<string, string>> = {},
): Element | undefined {
  const content = clean(value);
  return content === null ? undefined : { name, attributes, content };
}

export function group(name: string, ...children: readonly (Element | undefined)[]): Element | undefined {
  const content = children.filter((child) => child !== undefined);
  return content.length === 0 ? undefined : { name, attributes: {}, content };
}

export function render(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "").join("\n")}\n`;
}

/**
 * The text without characters that XML forbids and without surrounding space; null if nothing remains. Rules and writer
 * must agree on this.
 */
export function clean(value: string | null): string | null {
  if (value === null) return null;
  // A parser would turn a carriage return into a line feed anyway.
  const cleaned = value.replace(/\r\n?/g, "\n").replace(notInXml, "\uFFFD").trim();
  return cleaned === "" ? null : cleaned;
}

// The expression reads whole code points, so half a surrogate pair counts as forbidden too.
const notInXml = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function lines({ name, attributes, content }: Element, indent: string): string[] {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<${name}${written.join("")}>`;
  if (typeof content === "string") return [`${start}${escaped(content)}</${name}>`];
  return [start, ...content.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(value: string): string {
  return value.replace(/[&<>"]/g, (character) => entities[character]!);
}
