import { isObject, oneLine } from "../../../platform/outbound/response-parsing.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { masked } from "./masking.ts";

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The value if it is an object, otherwise an empty object. */
export const groupOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The authority's message without our secrets in it. */
export function safeMessage(message: unknown, secrets: readonly string[], otherwise: string): string {
  const words = typeof message === "string" ? oneLine(masked(message, secrets)) : "";
  return words || otherwise;
}

/** The authority's error code, if it has the form of one. */
export function codeOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w.-]{1,60}$/.test(text) ? text : null;
}

export function momentOf(value: unknown): Date | undefined {
  const moment = new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** A normalised amount: 1500, 1500.0 and "1500.00" are equal. */
export function amountOf(value: unknown): string | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const amount = parseDecimal(value);
  return amount && toPlain(amount);
}
