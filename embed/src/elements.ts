export type Child = Node | string | false | null | undefined;

export type Traits = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/**
 * Elements are made one by one and texts stay texts: nothing here is ever read as markup, whoever wrote it, and no policy
 * of the page around stands in the way.
 */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  traits: Traits = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] => furnish(document.createElement(name), traits, children);

/** What the seller wrote, within a sentence of ours, which it can't turn around. */
export const quoted = (text: string): HTMLElement => make("bdi", {}, text);

export const says = (...words: Child[]): HTMLElement => make("p", { class: "says" }, ...words);

export const button = (words: string, click: () => void): HTMLElement =>
  make("button", { type: "button", class: "button other", click }, words);

/** Takes the whole window, because the payment page lets nobody frame it. */
export const pageLink = (address: string, words: string): HTMLElement =>
  make("a", { class: "button", href: address, target: "_top" }, words);

/** The round sign of a thing done. The words beside it say the same. */
export function doneSign(): Element {
  const draw = (shape: string, traits: Traits, ...children: Child[]) =>
    furnish(document.createElementNS("http://www.w3.org/2000/svg", shape), traits, children);
  return draw(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: "m4 12.5 5.5 5.5L20 7" }),
  );
}

/** False, null, nothing and an empty text take it away. An attribute without a value is there or not. */
export function setTrait(element: Element, name: string, value: Traits[string]): void {
  if (typeof value === "function") element.addEventListener(name, value);
  else if (value || value === 0) element.setAttribute(name, value === true ? "" : String(value));
  else element.removeAttribute(name);
}

function furnish<Kind extends Element>(element: Kind, traits: Traits, children: readonly Child[]): Kind {
  for (const [name, value] of Object.entries(traits)) setTrait(element, name, value);
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}
