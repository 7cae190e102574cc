import type { ApiError } from "./errors.ts";

export type ClientOptions = {
  /** Where the API is; ends in /api/v1. */
  baseUrl: string;
  appId: string;
  secret: string;
  /** Default: the runtime's own. */
  fetch?: Fetch | undefined;
  /** For each attempt, its answer's body included; default 30 000. A deadline for all together is the call's `signal`. */
  timeoutMs?: number | undefined;
  /** How often a call is made again that failed for the moment; default 4, and 0 is never. */
  retries?: number | undefined;
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  random?: (() => number) | undefined;
  /** Hears of every retry before its wait. What it throws ends the call. */
  onRetry?: ((retry: Retry) => unknown) | undefined;
};

/** As much of `fetch` as is used, so that a function of your own fits too. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type Retry = { method: string; path: string; retry: number; waitMs: number; error: ApiError };

export type CallOptions = {
  /** Ends the call, whatever it is at; its reason is thrown as it is. */
  signal?: AbortSignal | undefined;
  /** In place of the client's. */
  timeoutMs?: number | undefined;
  /** In place of the client's. */
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
  /** How long the service was asked to wait: comes on top of the client's `timeoutMs`. */
  patienceMs?: number | undefined;
};

export type Query = Record<string, string | number | boolean | null | undefined>;

export type Form = "json" | "text" | "bytes";

/** Without this, a time that is none would end every attempt at once, and look like a service that is down. */
export function requireTimes({ timeoutMs, retries }: CallOptions): void {
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0))
    throw new TypeError("timeoutMs must be a number above 0: milliseconds, or Infinity for no deadline");
  if (retries !== undefined && !(typeof retries === "number" && retries >= 0))
    throw new TypeError("retries must be a number from 0: how often to try again");
}
