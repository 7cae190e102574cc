import type { OutboundAnswer } from "./outbound.ts";

// A stranger's answer is read with care: nothing about it is certain before it was looked at.

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

/** Others count in 64 bits; what a double can't hold stays text. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? (context?.source ?? value) : value;
}

/** How long we are asked to wait, if that is a time that anybody would wait. */
export function secondsToWait(headers: OutboundAnswer["headers"]): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600 ? seconds : undefined;
}

/** Somebody else's words within a sentence of ours: one line of decent length, without a full stop. */
export function oneLine(words: string): string {
  const line = words.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.slice(0, 300).toWellFormed().replace(/\.$/, "");
}
