import type { Call } from "./call.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";

const firstMs = 500;
const longestMs = 8_000;
// Whoever is told to wait longer should hear of it, and not find its program standing still.
const longestAskedMs = 60_000;

const retried = [429, 502, 503];
// Only a person can mend these.
const standing = ["integration_not_configured", "integration_auth_failed", "secret_unreadable"];

/** How long to wait before the call is made again; undefined if it must not be, or if that would not help. */
export function waitBeforeRetry(
  call: Call,
  error: unknown,
  retriesMade: number,
  random: () => number,
): number | undefined {
  if (!(error instanceof ApiError) || !isRepeatable(call) || !mayPass(error)) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  if (asked > longestAskedMs) return undefined;
  const backoff = Math.min(longestMs, firstMs * 2 ** retriesMade);
  // Those who were turned away together must not come back together.
  return asked > 0 ? asked + firstMs * random() : backoff * (0.5 + random() / 2);
}

/** Reading changes nothing; what is created under a key is created once. */
const isRepeatable = ({ method, idempotencyKey }: Call) =>
  method === "GET" || (method === "POST" && idempotencyKey !== undefined);

const mayPass = (error: ApiError) =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (retried.includes(error.status) && !standing.includes(error.code));
