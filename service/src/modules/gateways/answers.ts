import { integrationFailed } from "../../foundation/errors.ts";
import type { Account } from "./port.ts";

// What every adapter needs to read a stranger's answer with care.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const makesNoSense = (title: string, cause?: unknown) =>
  integrationFailed(title, "gave an answer that makes no sense. Try again later", cause);

/** The gateway's own words, for people: one line of decent length without our key in it. */
export function wordsOf(message: unknown, { secretKey }: Account, otherwise = "it gave no reason"): string {
  if (typeof message !== "string" || message.trim() === "") return otherwise;
  const line = message.replaceAll(secretKey, "…").replace(/[\s\p{Cc}]+/gu, " ");
  return line.trim().slice(0, 300).toWellFormed().replace(/\.$/, "");
}
