import { isUtf8 } from "node:buffer";
import { ApiError, type FieldError, invalid } from "../foundation/errors.ts";
import { maxDigits } from "../foundation/money.ts";

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
  if (!raw || raw.length === 0) throw malformed("A JSON body is required, but the request has none.");
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
const longRun = new RegExp(`(?:^|[^\\d.eE+-])[\\d.eE+-]{${numberCharactersMax + 1}}`);
// An open string reaches to the end: nothing is looked at twice.
const jsonString = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/g;

/** Refused before anything is computed with it: the work on a number grows faster than its length. */
function refuseLongNumbers(text: string): void {
  if (!longRun.test(text)) return;
  const [run] = longRun.exec(text.replace(jsonString, '""')) ?? [];
  if (run === undefined) return;
  const start = run.replace(/^[^\d.eE+-]/, "").slice(0, 12);
  throw malformed(
    `The body has a number of more than ${numberCharactersMax} characters, which begins ${start}. Write it shorter: no amount has more than ${maxDigits} digits.`,
  );
}

// JSON.parse would silently round a number with more digits than a double carries.
const longNumber = new RegExp(`\\d[\\d.]{${maxDigits}}|\\d[eE]`);
const mayLoseDigits = (text: string) => longNumber.test(text);

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
  if (typeof exact === "object" && exact !== null && "metadata" in exact) {
    (exact as { metadata: unknown }).metadata = (JSON.parse(text) as { metadata: unknown }).metadata;
  }
  return exact;
}

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

export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

function refuseUnstorable(body: unknown): void {
  const errors: FieldError[] = [];
  const visit = (value: unknown, path: string, depth: number) => {
    if (depth > depthMax) throw malformed(`The body is nested more than ${depthMax} levels deep.`);
    if (typeof value === "string" && !isStorable(value)) {
      errors.push({
        field: path || "body",
        message: "holds a NUL or half a character, which cannot be stored",
      });
    }
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const field = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
      if (isStorable(name)) visit(member, field, depth + 1);
      else errors.push({ field: path || "body", message: "has a member name that cannot be stored" });
    }
  };
  visit(body, "", 0);
  if (errors.length > 0) throw invalid(errors.slice(0, 100));
}
