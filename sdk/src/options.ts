import type { ApiError } from "./errors.ts";

export type ClientOptions = {
  /** The base address of the API, which ends in /api/v1. */
  baseUrl: string;
  appId: string;
  secret: string;
  /** Default: the runtime's own `fetch`. */
  fetch?: Fetch | undefined;
  /**
   * The limit for each attempt, including the response body; default 30 000. Of a body that is read line by line, it
   * limits the wait for each part. Use the call's `signal` to limit all attempts together.
   */
  timeoutMs?: number | undefined;
  /**
   * How often a call that failed temporarily is retried; default 4, and 0 means never. Waiting for the rate limit is not
   * counted.
   */
  retries?: number | undefined;
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  random?: (() => number) | undefined;
  /** Called before the wait of every retry. An error that it throws ends the call. */
  onRetry?: ((retry: Retry) => unknown) | undefined;
};

/** The part of `fetch` that the client uses, so that your own function fits too. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type Retry = { method: string; path: string; retry: number; waitMs: number; error: ApiError };

export type CallOptions = {
  /** Ends the call at any point; its reason is thrown unchanged. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's setting. */
  timeoutMs?: number | undefined;
  /** Overrides the client's setting. */
  retries?: number | undefined;
};

export type PostOptions = CallOptions & {
  /** Requests with the same key are carried out once. Every POST has a key; by default a new one is generated. */
  idempotencyKey?: string | undefined;
};

export type RequestOptions = PostOptions & {
  query?: Query | undefined;
  body?: unknown;
  /** How the response body is read; default JSON. `lines` is for streamed JSON lines, the last of which is of type `end`. */
  as?: Form | undefined;
  /** How long the service was asked to wait; this is added to the client's `timeoutMs`. */
  patienceMs?: number | undefined;
};

export type Query = Record<string, string | number | boolean | null | undefined>;

export type Form = "json" | "text" | "bytes" | "lines";

/** An invalid timeout would end every attempt at once, as if the service were down. */
export function requireTimes({ timeoutMs, retries }: CallOptions): void {
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0))
    throw new TypeError("timeoutMs must be a number of milliseconds above 0, or Infinity");
  if (retries !== undefined && !(typeof retries === "number" && retries >= 0))
    throw new TypeError("retries must be a number of 0 or more");
}
