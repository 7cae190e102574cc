/**
 * The size of a value as JSON text in UTF-8, as the database will write it: PostgreSQL spells out exponents, so that
 * 1e300 takes 301 digits.
 */
export function jsonBytes(value: unknown): number {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Nested so deeply that it cannot be written; the limit on depth says so.
    return 0;
  }
  return text === undefined ? 0 : Buffer.byteLength(text) + spelledOut(text);
}

/** Each exponent stands for about as many digits; the same characters inside a text only make the estimate larger. */
function spelledOut(json: string): number {
  let digits = 0;
  for (const [, exponent] of json.matchAll(/[0-9]e[+-]([0-9]{1,3})(?=[,\]}]|$)/g)) digits += Number(exponent);
  return digits;
}
