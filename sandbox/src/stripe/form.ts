import { invalidRequest } from "./refusal.ts";

/** The parsed form of `a[b][0]=c`; lists are objects with numeric names. */
export type Form = { [name: string]: string | Form };

export function readForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.replaceAll("]", "").split("[");
    const last = names.pop() ?? "";
    let place = form;
    for (const name of names) {
      const next = place[name] ?? emptyForm();
      if (typeof next === "string") throw invalidRequest(`Invalid parameter: ${key}`, key);
      place[name] = next;
      place = next;
    }
    // In `expand[]=a&expand[]=b`, entries are numbered in order.
    place[last === "" ? String(Object.keys(place).length) : last] = value;
  }
  return form;
}

// The object has no prototype, so that `__proto__` is an ordinary name.
const emptyForm = (): Form => Object.create(null) as Form;

/** Refuses unknown parameters, as Stripe does, so that a misspelt parameter is not silently ignored. */
export function allowOnly(form: Form, names: readonly string[], within = ""): void {
  const outsider = Object.keys(form).find((name) => !names.includes(name));
  if (outsider === undefined) return;
  const param = paramName(within, outsider);
  throw invalidRequest(`Received unknown parameter: ${param}`, param, "parameter_unknown");
}

export function optionalText(form: Form, name: string, lengthMax: number, within = ""): string | null {
  const value = form[name];
  if (value === undefined) return null;
  const param = paramName(within, name);
  if (typeof value !== "string") throw invalidRequest("Invalid string", param);
  if (value === "")
    throw invalidRequest(`You passed an empty string for '${param}'.`, param, "parameter_invalid_empty");
  if (value.length > lengthMax) {
    throw invalidRequest(`Invalid string: must be at most ${lengthMax} characters`, param);
  }
  return value;
}

export function text(form: Form, name: string, lengthMax: number, within = ""): string {
  const value = optionalText(form, name, lengthMax, within);
  if (value === null) throw lacking(paramName(within, name));
  return value;
}

export function optionalInteger(form: Form, name: string, within = ""): number | null {
  const value = optionalText(form, name, 20, within);
  if (value === null) return null;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, paramName(within, name), "parameter_invalid_integer");
  }
  return Number(value);
}

export function integer(form: Form, name: string, within = ""): number {
  const value = optionalInteger(form, name, within);
  if (value === null) throw lacking(paramName(within, name));
  return value;
}

export function optionalPart(form: Form, name: string, within = ""): Form {
  const value = form[name] ?? emptyForm();
  if (typeof value === "string") throw invalidRequest("Invalid object", paramName(within, name));
  return value;
}

export function part(form: Form, name: string, within = ""): Form {
  if (form[name] === undefined) throw lacking(paramName(within, name));
  return optionalPart(form, name, within);
}

export function metadata(form: Form, within = ""): Record<string, string> {
  const given = optionalPart(form, "metadata", within);
  const param = paramName(within, "metadata");
  if (Object.keys(given).length > 50) throw invalidRequest("Metadata can have at most 50 keys.", param);
  for (const name of Object.keys(given)) {
    if (name.length > 40) throw invalidRequest("Metadata keys must be at most 40 characters.", param);
    text(given, name, 500, param);
  }
  return { ...(given as Record<string, string>) };
}

const paramName = (within: string, name: string) => (within ? `${within}[${name}]` : name);
const lacking = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, param, "parameter_missing");
