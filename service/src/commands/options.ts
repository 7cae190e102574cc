import type { Static, TSchema } from "typebox";
import {
  type Feature,
  featureNames,
  isFeature,
  isScope,
  type Scope,
  scopeNames,
} from "../contract/access.ts";
import { invalid } from "../contract/errors.ts";
import { nearestOf } from "../platform/values/nearest.ts";

/** The command was called incorrectly: exit code 2, with a message that says what to do. */
export class UsageError extends Error {}

/** The parsed command line; `words` are the positional arguments. */
export type Options = Record<string, string | boolean | string[] | undefined> & { words?: string[] };

type Result = Record<string, unknown>;

export function print(options: Options, result: Result): void {
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ success: true, ...result })}\n`);
    return;
  }
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  const shown = (value: unknown) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  for (const [name, value] of Object.entries(result))
    process.stdout.write(`${name.padEnd(width)}  ${shown(value)}\n`);
}

/** Validates with the API's schema; the validator is loaded here, because most commands have nothing to validate. */
export async function checked<T extends TSchema>(
  schema: T,
  value: Record<string, unknown>,
): Promise<Static<T>> {
  const { compileValidator } = await import("../http/validation.ts");
  const defined = Object.fromEntries(Object.entries(value).filter(([, given]) => given !== undefined));
  const { errors } = compileValidator(schema)(defined);
  if (errors.length > 0) throw invalid(errors);
  return defined as Static<T>;
}

export function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== "string" || value === "") throw new UsageError(`--${name} is missing`);
  return value;
}

export const company = (options: Options) => wholeNumber("--company", required(options, "company"));

export function operand(options: Options): number {
  const [word] = options.words ?? [];
  if (word === undefined) throw new UsageError("ID is missing");
  return wholeNumber("ID", word);
}

export function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`${name} must be a whole number, not '${value}'`);
  return Number(value);
}

export function yesOrNo(name: string, value: string): boolean {
  if (value !== "yes" && value !== "no") throw new UsageError(`${name} must be yes or no, not '${value}'`);
  return value === "yes";
}

/** A limit, `none` to restore the default, or undefined to leave it unchanged. */
export function limit(
  name: string,
  value: Options[string],
  min: number,
  max: number,
): number | null | undefined {
  if (value === undefined) return undefined;
  if (value === "none") return null;
  const number = wholeNumber(`--${name}`, String(value));
  if (number < min || number > max) throw new UsageError(`--${name} must be between ${min} and ${max}`);
  return number;
}

/** Suggests the nearest known word for a mistyped one, and otherwise lists them all. */
export function unknownWords(
  option: string,
  noun: string,
  unknown: readonly string[],
  known: readonly string[],
): UsageError {
  const [first = ""] = unknown;
  const nearest = unknown.length === 1 ? nearestOf(first, known) : undefined;
  const hint = nearest ? `Did you mean ${nearest}?` : `Available: ${known.join(", ")}`;
  return new UsageError(`${option}: unknown ${noun} ${unknown.join(", ")}. ${hint}`);
}

export function scopeList(options: Options): Scope[] {
  const given = required(options, "scopes");
  if (given === "all") return scopeNames;
  if (given === "none") return [];
  const words = given.split(",").map((word) => word.trim());
  const unknown = words.filter((word) => !isScope(word));
  if (unknown.length > 0) throw unknownWords("--scopes", "scope", unknown, scopeNames);
  return words.filter(isScope);
}

export function featureList(name: string, given: Options[string]): Feature[] {
  const words = ([given].flat() as (string | undefined)[]).flatMap((word) => word?.split(",") ?? []);
  const unknown = words.filter((word) => !isFeature(word));
  if (unknown.length > 0) throw unknownWords(`--${name}`, "feature", unknown, featureNames);
  return words.filter(isFeature);
}

export function readQuotas(given: string[] | undefined): {
  invoices?: number | null;
  payment_links?: number | null;
} {
  const quotas: Record<string, number | null> = {};
  for (const word of (given ?? []).flatMap((entry) => entry.split(","))) {
    const [name = "", value = ""] = word.split("=");
    if (name !== "invoices" && name !== "payment_links") {
      throw new UsageError(`--quota must be invoices=N or payment_links=N, not '${word}'`);
    }
    quotas[name] = value === "none" ? null : wholeNumber(`--quota ${name}`, value);
    if (quotas[name] !== null && quotas[name]! > 2_147_483_647) {
      throw new UsageError(`--quota ${name} must be at most 2147483647; use none to remove the quota`);
    }
  }
  return quotas;
}
