import { parseDecimal, toPlain } from "../../../foundation/money.ts";
import { masked } from "./masking.ts";

/** A JSON object; undefined for anything else. */
export function parseObject(text: Buffer | string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text.toString("utf8"), keepDigits as Reviver);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

type Reviver = (key: string, value: unknown) => unknown;

/** Numbers of acknowledgements are long; what a double can't hold stays text. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? (context?.source ?? value) : value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The member, if it is an object; else one without members. */
export const groupOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The authority's own words, for people: one line of decent length without our secrets in it. */
export function wordsOf(message: unknown, secrets: readonly string[], otherwise: string): string {
  if (typeof message !== "string") return otherwise;
  const line = masked(message, secrets).replace(/[\s\p{Cc}]+/gu, " ");
  return line.trim().slice(0, 300).toWellFormed().replace(/\.$/, "") || otherwise;
}

/** The authority's own word for what is wrong, if it is one. */
export function codeOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w.-]{1,60}$/.test(text) ? text : null;
}

export function momentOf(value: unknown): Date | undefined {
  const moment = new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** An amount as it is compared: 1500, 1500.0 and "1500.00" are one. */
export function amountOf(value: unknown): string | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const amount = parseDecimal(value);
  return amount && toPlain(amount);
}
