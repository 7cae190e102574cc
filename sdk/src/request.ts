import { type Answer, attempt, type Call, type Fetch, type Form, type Line, type Query } from "./attempt.ts";
import type { ApiError } from "./errors.ts";
import { waitBeforeRetry } from "./retries.ts";

export type { Answer, Query } from "./attempt.ts";

export type ClientOptions = {
  /** Where the API is; ends in /api/v1. */
  baseUrl: string;
  appId: string;
  secret: string;
  /** Default: the runtime's own. */
  fetch?: Fetch | undefined;
  /** For each attempt; default 30 000. A deadline for all of them together is the call's `signal`. */
  timeoutMs?: number | undefined;
  /** How often a call is made again that failed for the moment; default 4, and 0 is never. */
  retries?: number | undefined;
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  random?: (() => number) | undefined;
  /** Hears of every retry before its wait. */
  onRetry?: ((retry: Retry) => void) | undefined;
};

export type Retry = { method: string; path: string; retry: number; waitMs: number; error: ApiError };

export type CallOptions = {
  /** Ends the call, whatever it is at. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
};

export type PostOptions = CallOptions & {
  /** Under the same key the same request counts once. Every POST has one; without this, one of its own. */
  idempotencyKey?: string | undefined;
};

export type RequestOptions = PostOptions & {
  query?: Query | undefined;
  body?: unknown;
  /** What the answer's body is read as; default JSON. */
  as?: Form | undefined;
};

/** Makes a call until it succeeds, cannot succeed, or was tried often enough. */
export type Request = (method: Call["method"], path: string, options?: RequestOptions) => Promise<Answer>;

export function createRequest(options: ClientOptions): Request {
  const line = lineOf(options);
  const { timeoutMs = 30_000, retries = 4, sleep = pause, random = Math.random, onRetry } = options;
  return async (method, path, given = {}) => {
    const call = callOf(method, path, timeoutMs, given);
    const retriesMax = given.retries ?? retries;
    for (let retry = 1; ; retry += 1) {
      try {
        return await attempt(line, call);
      } catch (error) {
        const waitMs = retry <= retriesMax ? waitBeforeRetry(call, error, retry - 1, random) : undefined;
        if (waitMs === undefined) throw error;
        onRetry?.({ method, path, retry, waitMs, error: error as ApiError });
        await sleep(waitMs, call.signal);
      }
    }
  };
}

function callOf(method: Call["method"], path: string, timeoutMs: number, given: RequestOptions): Call {
  if (!path.startsWith("/"))
    throw new TypeError(`A path begins with a slash, such as /invoices, unlike '${path}'`);
  const key = given.idempotencyKey;
  if (key !== undefined && (key.trim() === "" || !/^[\x20-\x7e]{1,255}$/.test(key))) {
    throw new TypeError("An Idempotency-Key has 1 to 255 plain characters");
  }
  return {
    method,
    path,
    query: given.query ?? {},
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
    idempotencyKey: method === "POST" ? (key ?? newKey()) : undefined,
    timeoutMs: given.timeoutMs ?? timeoutMs,
    signal: given.signal,
    form: given.as ?? "json",
  };
}

function lineOf({ baseUrl, appId, secret, fetch = globalThis.fetch }: ClientOptions): Line {
  const base = addressOf(baseUrl);
  if (!base || !/^https?:$/.test(base.protocol) || base.username || base.search || base.hash) {
    throw new TypeError("baseUrl must be a plain http:// or https:// address, such as https://host/api/v1");
  }
  if (!appId || !secret)
    throw new TypeError("appId and secret are missing. Are the variables set that they come from?");
  // A fault of the runtime's own would repeat the value, and that is a secret.
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(appId))
    throw new TypeError("appId must be the App ID, without spaces or colons");
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new TypeError("secret must be the Secret as it was shown, without spaces");
  return {
    fetch: (input, init) => fetch(input, init),
    baseUrl: baseUrl.replace(/\/+$/, ""),
    authorization: `Bearer ${appId}:${secret}`,
    mask: (text) => text.replaceAll(secret, "…"),
  };
}

// Node 18 does not have `URL.canParse` from its beginning.
function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function newKey(): string {
  // Node 18 has no global `crypto`. A key need not be secret, only new.
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const word = () => Math.random().toString(36).slice(2).padEnd(12, "0");
  return `${Date.now().toString(36)}-${word()}-${word()}`;
}

/** Ends early when the caller gives up. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
