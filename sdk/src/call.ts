import { costOf } from "./limiter.ts";
import { type Form, type Query, type RequestOptions, requireTimes } from "./options.ts";

export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base address, such as `/invoices/1042`. */
  path: string;
  /** The query string with its question mark, or an empty string. */
  search: string;
  /** The body is serialized once, so every attempt sends the same text even if the caller changes the object. */
  body: string | undefined;
  idempotencyKey: string | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  form: Form;
  /** In units of its rate limit. */
  cost: number;
};

/** Prepares a call for all of its attempts. Mistakes of the caller are thrown here, before any retry. */
export function callOf(method: Call["method"], path: string, timeoutMs: number, given: RequestOptions): Call {
  if (!/^\/[^?#]*$/.test(path))
    throw new TypeError(`A path must start with a slash and contain no query, unlike '${path}'`);
  if (method === "GET" && given.body !== undefined)
    throw new TypeError(`GET takes no body. Pass the filters of ${path} as its query`);
  requireTimes(given);
  requireKey(given.idempotencyKey);
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  return {
    method,
    path,
    search: searchOf(given.query ?? {}),
    body,
    cost: costOf({ method, path, body }, given.body, given.query?.limit),
    idempotencyKey: method === "POST" ? (given.idempotencyKey ?? newKey()) : undefined,
    timeoutMs: given.timeoutMs ?? timeoutMs + (given.patienceMs ?? 0),
    signal: given.signal,
    form: given.as ?? "json",
  };
}

/** The runtime would refuse an invalid header value, and the failure would look like a lost connection. */
function requireKey(key: unknown): void {
  if (key === undefined) return;
  if (typeof key !== "string" || !/^(?! *$)[ -~]{1,255}$/.test(key))
    throw new TypeError("An Idempotency-Key must have 1 to 255 ASCII characters");
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, textOf(name, value)]))}`;
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== "object") return String(value);
  throw new TypeError(
    `${name} must be a string, a number or a boolean. Write a date as 2026-11-15 and several values as a,b`,
  );
}

function newKey(): string {
  // Node 18 has no global `crypto`. A key only has to be unique, not secret.
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const word = () => Math.random().toString(36).slice(2).padEnd(12, "0");
  return `${Date.now().toString(36)}-${word()}-${word()}`;
}
