import { attempt } from "./attempt.ts";
import { type Call, callOf } from "./call.ts";
import type { ApiError } from "./errors.ts";
import { type ClientOptions, type RequestOptions, requireTimes } from "./options.ts";
import type { Answer } from "./response.ts";
import { waitBeforeRetry } from "./retries.ts";
import { lineOf } from "./transport.ts";

/** Repeats a call until it succeeds, cannot succeed, or has used up its retries. */
export type Request = (method: Call["method"], path: string, options?: RequestOptions) => Promise<Answer>;

export function createRequest(options: ClientOptions): Request {
  const line = lineOf(options);
  requireTimes(options);
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
        await onRetry?.({ method, path, retry, waitMs, error: error as ApiError });
        await sleep(waitMs, call.signal);
      }
    }
  };
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
