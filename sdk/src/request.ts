import { attempt } from "./attempt.ts";
import { type Call, callOf } from "./call.ts";
import type { ApiError } from "./errors.ts";
import { createLimiter } from "./limiter.ts";
import { type ClientOptions, type RequestOptions, requireTimes } from "./options.ts";
import type { Answer } from "./response.ts";
import { isRateLimited, waitBeforeRetry } from "./retries.ts";
import { lineOf } from "./transport.ts";

/** Repeats a call until it succeeds, cannot succeed, or has used up its retries. */
export type Request = (method: Call["method"], path: string, options?: RequestOptions) => Promise<Answer>;

export function createRequest(options: ClientOptions): Request {
  const line = lineOf(options);
  const limiter = createLimiter();
  requireTimes(options);
  const { timeoutMs = 30_000, retries = 4, sleep = pause, random = Math.random, onRetry } = options;
  return async (method, path, given = {}) => {
    const call = callOf(method, path, timeoutMs, given);
    const retriesMax = given.retries ?? retries;
    let counted = 0;
    for (let retry = 1; ; retry += 1) {
      try {
        return await limited(call);
      } catch (error) {
        // A call that has to wait for its turn has not failed, however often that happens.
        const mayRetry = counted < retriesMax || (retriesMax > 0 && isRateLimited(error));
        const waitMs = mayRetry ? waitBeforeRetry(call, error, counted, random) : undefined;
        if (waitMs === undefined) throw error;
        if (!isRateLimited(error)) counted += 1;
        await onRetry?.({ method, path, retry, waitMs, error: error as ApiError });
        await sleep(waitMs, call.signal);
      }
    }
  };

  /** Waits until the rate limit has room for the call. */
  async function limited(call: Call): Promise<Answer> {
    const waitMs = limiter.reserve(call);
    let headers: Headers | undefined;
    try {
      if (waitMs > 0) await sleep(waitMs, call.signal);
      return await attempt(line, call, (given) => {
        headers = given;
      });
    } finally {
      limiter.release(call, headers);
    }
  }
}

/** The wait ends early when the caller aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
