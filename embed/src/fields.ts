import { make, setTrait, type Traits } from "./elements.ts";
import { texts } from "./texts.ts";

type Input = HTMLInputElement | HTMLTextAreaElement;

export type Field = {
  element: HTMLElement;
  input: Input;
  value(): string;
  /** Says at the field what is wrong with it; nothing takes it back. */
  mark(words?: string): void;
  /** Marks itself if it must, and says whether it did. */
  isWrong(): boolean;
};

/** False, or what is wrong. */
type Check = (value: string, input: Input) => string | false;

/** A label, its input, and below the place for what is wrong. */
export function newField(words: string, traits: Traits & { id: string }, check: Check): Field {
  const input = make(traits.rows ? "textarea" : "input", traits);
  const aside = !traits.required && make("span", { class: "small" }, texts.optional);
  return framed(make("div"), input, check, make("label", { for: traits.id }, words, aside), input);
}

/** A field in a frame of its own, with the place for what is wrong as the last thing in it. */
export function framed(element: HTMLElement, input: Input, check: Check, ...content: Element[]): Field {
  const note = make("p", { id: `${input.id}-wrong`, class: "wrong" });
  element.append(...content, note);
  setTrait(input, "aria-describedby", note.id);
  const value = () => input.value.trim();
  const mark = (words = "") => {
    note.textContent = words;
    setTrait(input, "aria-invalid", words && "true");
  };
  const isWrong = () => {
    const words = check(value(), input) || "";
    mark(words);
    return words !== "";
  };
  // Whoever is mending a field hears no more of what was wrong with it.
  input.addEventListener("input", () => mark());
  return { element, input, value, mark, isWrong };
}
