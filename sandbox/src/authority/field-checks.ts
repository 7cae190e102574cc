import { isRecord } from "../exchange.ts";
import { compare, type Decimal, digitCount, readDecimal, zero } from "./decimal.ts";

/** One thing that is wrong with a document. */
export type Issue = { field: string; code: string; message: string };

/** A value, the path that leads to it, and the list in which everything that is wrong with the document is gathered. */
export type Place = { value: unknown; field: string; issues: Issue[] };

export function report({ field, issues }: Place, code: string, message: string): undefined {
  issues.push({ field, code, message });
}

export function at(place: Place, name: string): Place {
  const value = isRecord(place.value) ? place.value[name] : undefined;
  return { value, field: place.field === "" ? name : `${place.field}.${name}`, issues: place.issues };
}

/** Empty text says as little as nothing at all. */
export function isThere({ value }: Place): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The place itself if there is something, else undefined and a complaint. */
export function required(place: Place): Place | undefined {
  return isThere(place) ? place : report(place, "required", "is required");
}

/** A group of fields that must be there: if it is not, that is one complaint and not one for each of its fields. */
export function requiredGroup(place: Place): Place | undefined {
  if (!required(place)) return undefined;
  return isRecord(place.value) ? place : report(place, "wrong_type", "must be an object");
}

export function entries(place: Place): Place[] {
  if (!isThere(place)) return [];
  if (!Array.isArray(place.value)) {
    report(place, "wrong_type", "must be a list");
    return [];
  }
  const { issues } = place;
  return place.value.map((value: unknown, index) => ({ value, field: `${place.field}[${index}]`, issues }));
}

export type TextRule = { pattern?: RegExp; says?: string; most?: number };

/** What is not there is passed over: whether it must be is asked by `required`. */
export function readText(place: Place | undefined, rule: TextRule = {}): string | undefined {
  if (!place || !isThere(place)) return undefined;
  const { value } = place;
  if (typeof value !== "string") return report(place, "wrong_type", "must be text");
  const { pattern, says = "has the wrong form", most = 1000 } = rule;
  if (value.length > most) return report(place, "too_long", `must have at most ${most} characters`);
  if (pattern && !pattern.test(value)) return report(place, "wrong_format", says);
  return value;
}

/** A word or number from a list. */
export function readCode(
  place: Place | undefined,
  codes: { has(code: string): boolean },
  list: string,
): string | undefined {
  if (!place || !isThere(place)) return undefined;
  const code = typeof place.value === "number" ? String(place.value) : place.value;
  if (typeof code !== "string") return report(place, "wrong_type", "must be text");
  return codes.has(code) ? code : report(place, "unknown_code", `must be one of ${list}`);
}

export function readDate(place: Place | undefined): string | undefined {
  const date = readText(place);
  if (date === undefined || !place) return undefined;
  return isDate(date)
    ? date
    : report(place, "wrong_format", "must be a date that exists, written YYYY-MM-DD");
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

export type AmountRule = { places?: number | undefined; above?: boolean; signed?: boolean };

const digitsMax = 15;

export function readAmount(place: Place | undefined, rule: AmountRule = {}): Decimal | undefined {
  if (!place || !isThere(place)) return undefined;
  const amount = readDecimal(place.value);
  if (!amount) return report(place, "wrong_type", "must be a decimal number such as 1500.50");
  if (digitCount(amount) > digitsMax) {
    return report(place, "too_many_digits", `must have at most ${digitsMax} digits`);
  }
  if (rule.places !== undefined && amount.scale > rule.places) {
    return report(place, "too_many_decimals", `must have at most ${rule.places} digits after the point`);
  }
  const sign = compare(amount, zero);
  if (rule.above && sign <= 0) return report(place, "not_positive", "must be above 0");
  if (!rule.signed && sign < 0) return report(place, "negative", "must not be below 0");
  return amount;
}
