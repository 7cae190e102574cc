import type { Call } from "./call.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";

const firstMs = 500;
const longestMs = 8_000;
// A caller that would have to wait longer than this gets the error instead of a program that seems to hang.
const longestAskedMs = 60_000;

const retried = [429, 502, 503];
// Only a person can fix these.
const standing = ["integration_not_configured", "integration_auth_failed", "secret_unreadable"];

/** How long to wait before the retry; undefined if a retry is unsafe or would not help. */
export function waitBeforeRetry(
  call: Call,
  error: unknown,
  retriesMade: number,
  random: () => number,
): number | undefined {
  const isSafe = isRepeatable(call) || isRateLimited(error);
  if (!(error instanceof ApiError) || !isSafe || !mayPass(error)) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  if (asked > longestAskedMs) return undefined;
  const backoff = Math.min(longestMs, firstMs * 2 ** retriesMade);
  // Jitter keeps clients that were refused together from retrying together.
  return asked > 0 ? asked + firstMs * random() : backoff * (0.5 + random() / 2);
}

/** A GET changes nothing, a POST with an idempotency key is carried out once, and a repeated PUT changes nothing more. */
const isRepeatable = ({ method, idempotencyKey }: Call) =>
  method === "GET" || method === "PUT" || (method === "POST" && idempotencyKey !== undefined);

/** Nothing was done, so that any call may be repeated. */
export const isRateLimited = (error: unknown) =>
  error instanceof ApiError && error.status === 429 && error.code === "rate_limited";

const mayPass = (error: ApiError) =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (retried.includes(error.status) && !standing.includes(error.code));
