/** Replaces a value that was erased. */
export const erasedText = "[erased]";

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonFields;
export type JsonFields = { [name: string]: JsonValue };

/** Words of the contract, numbers and times: a customer whose name is one of these does not change them. */
const isKept = (name: string) =>
  /^(?:id|type|status|fiscal_status|currency|accounting_currency|number|kind|method|source|gateway|unit_code|category|tax_category|api_version|role|sha256|code|\w+_at|\w+_date)$/.test(
    name,
  );

/**
 * Erases what the pattern matches in the texts of JSON. Its structure stays, so that a program can still read it: names of
 * fields, words of the contract and amounts. Of metadata, which is the company's own, the keys and numbers go too.
 * `change` may replace an object further.
 */
export function eraseInJson(
  value: JsonValue,
  name: string,
  pattern: RegExp,
  change: (fields: JsonFields, name: string) => JsonFields = (fields) => fields,
): JsonValue {
  const erase = (text: string) => text.replace(pattern, erasedText);
  const eraseOwn = (own: JsonValue): JsonValue => {
    if (typeof own === "string") return erase(own);
    if (typeof own === "number") return String(own).search(pattern) === -1 ? own : erasedText;
    if (Array.isArray(own)) return own.map(eraseOwn);
    if (own === null || typeof own !== "object") return own;
    return Object.fromEntries(Object.entries(own).map(([key, entry]) => [erase(key), eraseOwn(entry)]));
  };
  const eraseField = (field: JsonValue, fieldName: string): JsonValue => {
    if (fieldName === "metadata") return eraseOwn(field);
    if (typeof field === "string") return isKept(fieldName) ? field : erase(field);
    if (Array.isArray(field)) return field.map((entry) => eraseField(entry, fieldName));
    if (field === null || typeof field !== "object") return field;
    const fields = Object.entries(field).map(([key, entry]) => [key, eraseField(entry, key)]);
    return change(Object.fromEntries(fields), fieldName);
  };
  return eraseField(value, name);
}

/**
 * Erases what the pattern matches in a stored request, response or document: JSON, the first half of a response as JSON,
 * XML, or anything else. Names of fields, elements and attributes stay.
 */
export function eraseInDocument(text: string, pattern: RegExp): string {
  const start = text.trimStart();
  if (start.startsWith("<")) return eraseInXml(text, pattern);
  for (const rest of ["", "null}"]) {
    const value = parsed(text + rest);
    if (value === undefined) continue;
    const becomes = JSON.stringify(eraseInJson(value, "", pattern));
    return becomes.slice(0, becomes.length - rest.length);
  }
  return text.replace(pattern, erasedText);
}

const xmlNames = /(<[!?/]?[\w:.-]+|\s[\w:.-]+=(?=["']))/;

const eraseInXml = (text: string, pattern: RegExp): string =>
  text
    .split(xmlNames)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(pattern, erasedText)))
    .join("");

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
