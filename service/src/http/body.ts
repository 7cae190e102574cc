import { isUtf8 } from "node:buffer";
import { ApiError, type FieldError, invalid } from "../contract/errors.ts";
import { maxDigits } from "../platform/values/money.ts";

const malformed = (message: string) => new ApiError(422, "malformed_json", message);

/** The body as JSON, exactly as sent. A route that takes no body never gets here: whatever was sent is ignored. */
export function parseBody(raw: Buffer | undefined, contentType: string | undefined): unknown {
  if (contentType !== undefined && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw new ApiError(
      422,
      "unsupported_media_type",
      `The body must be JSON with 'Content-Type: application/json', not '${contentType.slice(0, 100)}'.`,
    );
  }
  if (!raw || raw.length === 0) throw malformed("The request has no body. Send a JSON body.");
  if (!isUtf8(raw)) throw malformed("The body is not valid UTF-8.");
  const text = raw.toString("utf8");
  refuseLongNumbers(text);
  let body: unknown;
  try {
    body = mayLoseDigits(text) ? parseKeepingDigits(text) : JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
  if (mayHoldUnstorable(text)) refuseUnstorable(body);
  return body;
}

// More than any number needs that is worth keeping, whatever its digits and exponent; as decimal text there may be as many.
const numberCharactersMax = 40;
const runMin = numberCharactersMax + 1;

/** Refused before anything is computed with it: the work on a number grows faster than its length. */
function refuseLongNumbers(text: string): void {
  // Strings hold such runs too, but most bodies hold none at all, and then nothing more is looked at.
  if (longRunAt(text, 0, text.length) < 0) return;
  for (const [from, to] of outsideStrings(text)) {
    const at = longRunAt(text, from, to);
    if (at < 0) continue;
    throw malformed(
      `The body has a number of more than ${numberCharactersMax} characters, starting with ${text.slice(at, at + 12)}. Shorten it: no amount has more than ${maxDigits} digits.`,
    );
  }
}

/** Where the parts begin and end that are between strings: only these hold numbers. */
function* outsideStrings(text: string): Generator<[from: number, to: number]> {
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    yield [from, quote < 0 ? text.length : quote];
    if (quote < 0) return;
    from = endOfString(text, quote);
  }
}

/**
 * Where a run of more than 40 characters that numbers are written with begins, or -1. Such a run covers at least one of
 * every 41 places, so only those are looked at: a body of a mebibyte takes a fraction of a millisecond.
 */
function longRunAt(text: string, from: number, to: number): number {
  for (let place = from + runMin - 1; place < to; place += runMin) {
    if (!isNumeric(text.charCodeAt(place))) continue;
    let start = place;
    while (start > from && isNumeric(text.charCodeAt(start - 1))) start -= 1;
    let end = place + 1;
    while (end < to && end - start < runMin && isNumeric(text.charCodeAt(end))) end += 1;
    if (end - start >= runMin) return start;
  }
  return -1;
}

/** Digits, point, signs and the exponent's letter. */
const isNumeric = (code: number) =>
  (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69;

/** The place after the string that begins here; one that is not closed reaches to the end. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return text.length;
}

const backslash = 92;

// JSON.parse would silently round a number with more digits than a double carries.
const longNumber = new RegExp(`\\d[\\d.]{${maxDigits}}|\\d[eE]`);

// Hashes and signatures in strings look like such numbers too, and a large body would be parsed twice for them.
function mayLoseDigits(text: string): boolean {
  if (!longNumber.test(text)) return false;
  for (const [from, to] of outsideStrings(text)) if (longNumber.test(text.slice(from, to))) return true;
  return false;
}

/**
 * Such a number becomes a symbol named by its digits. No schema accepts a symbol, and the decimal check can say what
 * is wrong with it; metadata belongs to the caller and is read as any JSON reader would.
 */
function parseKeepingDigits(text: string): unknown {
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined && !sameNumber(value, context.source)
      ? Symbol(context.source)
      : value;
  const exact = JSON.parse(text, keep as (key: string, value: unknown) => unknown) as unknown;
  return withPlainMetadata(exact, JSON.parse(text) as unknown);
}

/** Of the body itself, or of each record of a batch. */
function withPlainMetadata(exact: unknown, plain: unknown): unknown {
  if (typeof exact !== "object" || exact === null) return exact;
  const [own, read] = [exact as Members, plain as Members];
  if ("metadata" in own) own.metadata = read.metadata;
  if (Array.isArray(own.records)) {
    const records = read.records as unknown[];
    own.records.forEach((record, index) => void withPlainMetadata(record, records[index]));
  }
  return exact;
}

type Members = { metadata?: unknown; records?: unknown };

/** Whether the double equals the text. Digits are compared without exponent, point and outer zeros. */
function sameNumber(value: number, source: string): boolean {
  const digits = (text: string) => {
    const [plain = ""] = text.split(/[eE]/, 1);
    const all = plain.replace(/[-.]/g, "").replace(/^0+/, "");
    let end = all.length;
    while (all[end - 1] === "0") end -= 1;
    return all.slice(0, end);
  };
  return Number.isFinite(value) && digits(String(value)) === digits(source);
}

// PostgreSQL text cannot hold NUL, and half a surrogate pair is no character.
const unstorable = /\\u(?:0000|d[89a-f])|\0/i;
const mayHoldUnstorable = (text: string) =>
  (text.includes("\\u") || text.includes("\0")) && unstorable.test(text);

const depthMax = 64;
const errorsMax = 100;

export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

function refuseUnstorable(body: unknown): void {
  const errors: FieldError[] = [];
  const visit = (value: unknown, path: string, depth: number) => {
    if (depth > depthMax) throw malformed(`The body is nested more than ${depthMax} levels deep.`);
    if (typeof value === "string" && !isStorable(value)) {
      errors.push({
        field: path || "body",
        message: "contains a NUL character or an incomplete Unicode character, which can't be stored",
      });
    }
    if (typeof value !== "object" || value === null) return;
    for (const name of Object.keys(value)) {
      if (errors.length >= errorsMax) return;
      const member = (value as Record<string, unknown>)[name];
      const field = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
      if (isStorable(name)) visit(member, field, depth + 1);
      else errors.push({ field: path || "body", message: "has a property name that can't be stored" });
    }
  };
  visit(body, "", 0);
  if (errors.length > 0) throw invalid(errors);
}
