import type { OutboundResponse } from "./outbound.ts";

// Responses of outside services are untrusted, so every value is checked before use.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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

/** Other systems use 64-bit integers; an integer that a double cannot represent stays text. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? (context?.source ?? value) : value;
}

/** The Retry-After header in seconds, if it is between 1 and 3600. */
export function retryAfterSeconds(headers: OutboundResponse["headers"]): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600 ? seconds : undefined;
}

/**
 * Text from another party, ready to be quoted in one of our sentences: one line of limited length, without a full stop.
 */
export function oneLine(words: string): string {
  const line = words.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.slice(0, 300).toWellFormed().replace(/\.$/, "");
}
