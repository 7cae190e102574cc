export type Child = Node | string | false | null | undefined;

export type Traits = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/**
 * Elements are created one by one, and text stays text: nothing is ever parsed as markup, so no
 * policy of the page around interferes.
 */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  traits: Traits = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] => append(document.createElement(name), traits, children);

/** The seller's text, isolated so that it cannot change the direction of our sentence. */
export const quoted = (text: string): HTMLElement => make("bdi", {}, text);

export const says = (...words: Child[]): HTMLElement => make("p", { class: "says" }, ...words);

export const button = (words: string, click: () => void): HTMLElement =>
  make("button", { type: "button", class: "button other", click }, words);

/** Uses the whole window, because the payment page refuses to be framed. */
export const pageLink = (address: string, words: string): HTMLElement =>
  make("a", { class: "button", href: address, target: "_top" }, words);

/** The round check mark. The words beside it say the same. */
export function doneSign(): Element {
  const draw = (shape: string, traits: Traits, ...children: Child[]) =>
    append(document.createElementNS("http://www.w3.org/2000/svg", shape), traits, children);
  return draw(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: "m4 12.5 5.5 5.5L20 7" }),
  );
}

/** False, null, undefined and empty text remove the attribute; true sets it without a value. */
export function setTrait(element: Element, name: string, value: Traits[string]): void {
  if (typeof value === "function") element.addEventListener(name, value);
  else if (value || value === 0) element.setAttribute(name, value === true ? "" : String(value));
  else element.removeAttribute(name);
}

function append<Kind extends Element>(element: Kind, traits: Traits, children: readonly Child[]): Kind {
  for (const [name, value] of Object.entries(traits)) setTrait(element, name, value);
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}
