import { make, setTrait, type Traits } from "./elements.ts";
import { texts } from "./texts.ts";

type Input = HTMLInputElement | HTMLTextAreaElement;

export type Field = {
  element: HTMLElement;
  input: Input;
  value(): string;
  /** Shows a fault at the field; undefined clears it. */
  show(words?: string): void;
  /** Shows its fault if it has one, and returns whether it has. */
  isWrong(): boolean;
};

/** False, or the fault. */
type Check = (value: string, input: Input) => string | false;

/** A label, its input, and below it the place for a fault. */
export function newField(words: string, traits: Traits & { id: string }, check: Check): Field {
  const input = make(traits.rows ? "textarea" : "input", traits);
  const aside = !traits.required && make("span", { class: "small" }, texts.optional);
  return framed(make("div"), input, check, make("label", { for: traits.id }, words, aside), input);
}

/** A field in its own frame, with the place for a fault at its end. */
export function framed(element: HTMLElement, input: Input, check: Check, ...content: Element[]): Field {
  const note = make("p", { id: `${input.id}-wrong`, class: "wrong" });
  element.append(...content, note);
  setTrait(input, "aria-describedby", note.id);
  const value = () => input.value.trim();
  const show = (words = "") => {
    note.textContent = words;
    setTrait(input, "aria-invalid", words && "true");
  };
  const isWrong = () => {
    const words = check(value(), input) || "";
    show(words);
    return words !== "";
  };
  // While a field is being corrected, its fault is no longer shown.
  input.addEventListener("input", () => show());
  return { element, input, value, show, isWrong };
}
