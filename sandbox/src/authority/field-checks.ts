import { isRecord } from "../exchange.ts";
import { compare, type Decimal, digitCount, readDecimal, zero } from "./decimal.ts";

/** One fault of a document. */
export type Issue = { field: string; code: string; message: string };

/** A value, its path, and the list that collects all issues of the document. */
export type FieldValue = { value: unknown; field: string; issues: Issue[] };

export function report({ field, issues }: FieldValue, code: string, message: string): undefined {
  issues.push({ field, code, message });
}

export function at(fieldValue: FieldValue, name: string): FieldValue {
  const value = isRecord(fieldValue.value) ? fieldValue.value[name] : undefined;
  return {
    value,
    field: fieldValue.field === "" ? name : `${fieldValue.field}.${name}`,
    issues: fieldValue.issues,
  };
}

/** Empty text counts as missing. */
export function isPresent({ value }: FieldValue): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Returns the field if it has a value, and otherwise reports it. */
export function required(fieldValue: FieldValue): FieldValue | undefined {
  return isPresent(fieldValue) ? fieldValue : report(fieldValue, "required", "is required");
}

/** A required group of fields: if it is missing, that is one issue and not one for each field. */
export function requiredGroup(fieldValue: FieldValue): FieldValue | undefined {
  if (!required(fieldValue)) return undefined;
  return isRecord(fieldValue.value) ? fieldValue : report(fieldValue, "wrong_type", "must be an object");
}

export function entries(fieldValue: FieldValue): FieldValue[] {
  if (!isPresent(fieldValue)) return [];
  if (!Array.isArray(fieldValue.value)) {
    report(fieldValue, "wrong_type", "must be a list");
    return [];
  }
  const { issues } = fieldValue;
  return fieldValue.value.map((value: unknown, index) => ({
    value,
    field: `${fieldValue.field}[${index}]`,
    issues,
  }));
}

export type TextRule = { pattern?: RegExp; says?: string; most?: number };

/** A missing value is ignored here; `required` reports it. */
export function readText(fieldValue: FieldValue | undefined, rule: TextRule = {}): string | undefined {
  if (!fieldValue || !isPresent(fieldValue)) return undefined;
  const { value } = fieldValue;
  if (typeof value !== "string") return report(fieldValue, "wrong_type", "must be text");
  const { pattern, says = "has the wrong form", most = 1000 } = rule;
  if (value.length > most) return report(fieldValue, "too_long", `must have at most ${most} characters`);
  if (pattern && !pattern.test(value)) return report(fieldValue, "wrong_format", says);
  return value;
}

/** A code from a list. */
export function readCode(
  fieldValue: FieldValue | undefined,
  codes: { has(code: string): boolean },
  list: string,
): string | undefined {
  if (!fieldValue || !isPresent(fieldValue)) return undefined;
  const code = typeof fieldValue.value === "number" ? String(fieldValue.value) : fieldValue.value;
  if (typeof code !== "string") return report(fieldValue, "wrong_type", "must be text");
  return codes.has(code) ? code : report(fieldValue, "unknown_code", `must be one of ${list}`);
}

export function readDate(fieldValue: FieldValue | undefined): string | undefined {
  const date = readText(fieldValue);
  if (date === undefined || !fieldValue) return undefined;
  return isDate(date)
    ? date
    : report(fieldValue, "wrong_format", "must be a date that exists, written YYYY-MM-DD");
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

export type AmountRule = { places?: number | undefined; above?: boolean; signed?: boolean };

const digitsMax = 15;

export function readAmount(fieldValue: FieldValue | undefined, rule: AmountRule = {}): Decimal | undefined {
  if (!fieldValue || !isPresent(fieldValue)) return undefined;
  const amount = readDecimal(fieldValue.value);
  if (!amount) return report(fieldValue, "wrong_type", "must be a decimal number such as 1500.50");
  if (digitCount(amount) > digitsMax) {
    return report(fieldValue, "too_many_digits", `must have at most ${digitsMax} digits`);
  }
  if (rule.places !== undefined && amount.scale > rule.places) {
    return report(fieldValue, "too_many_decimals", `must have at most ${rule.places} digits after the point`);
  }
  const sign = compare(amount, zero);
  if (rule.above && sign <= 0) return report(fieldValue, "not_positive", "must be above 0");
  if (!rule.signed && sign < 0) return report(fieldValue, "negative", "must not be below 0");
  return amount;
}
