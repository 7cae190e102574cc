import { texts } from "../texts/ui.ts";

/** What is wrong with the fields of a form, by the id of the control. */
export type Problems = Readonly<Record<string, string>>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that the browser would refuse, in our own words: its bubbles look different in every browser. */
export function problemsOf(form: HTMLFormElement): { byField: Problems; first: Control | undefined } {
  const controls = [...form.elements].filter((element): element is Control => "validity" in element);
  const wrong = controls.filter((control) => control.willValidate && !control.validity.valid);
  return {
    byField: Object.fromEntries(wrong.map((control) => [control.id, problemOf(control)])),
    first: wrong[0],
  };
}

export function withoutProblem(problems: Problems, id: string): Problems {
  if (!(id in problems)) return problems;
  const { [id]: _solved, ...rest } = problems;
  return rest;
}

function problemOf(control: Control): string {
  const { validity, type, validationMessage } = control;
  if (validity.valueMissing) return type.startsWith("select") ? texts.invalid.choose : texts.invalid.missing;
  if (validity.typeMismatch && type === "email") return texts.invalid.email;
  if (validity.tooShort && control instanceof HTMLInputElement) {
    return texts.invalid.tooShort(control.minLength);
  }
  // The browser's own message names the limits of a number.
  return validationMessage;
}
