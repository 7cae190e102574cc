import { ApiError, TooManyRequestsError } from "billfold-sdk";
import type { Time } from "./time.ts";

/**
 * The shared pace of all workers. When one has to wait, all wait, because the limit applies to the key or the
 * authority and not to that one invoice; afterwards one goes first, and each success doubles the number that may
 * follow.
 */
export type Pace = {
  /** Waits for a turn. False means that no new work may begin. */
  enter(): Promise<boolean>;
  leave(): void;
  /** The service returned a final response. */
  succeeded(): void;
  /** The service was temporarily unavailable. Throws GaveUp when that has lasted too long. */
  held(error: ApiError): void;
  /** Stops giving turns. */
  close(): void;
  /** The time until the next turn, and the reason; undefined if there is no wait. */
  waiting(): { ms: number; reason: Reason } | undefined;
  inFlight(): number;
};

export type Reason = "too many requests" | "not available";

/** The service was unavailable for so long that the run ends. */
export class GaveUp extends Error {}

const shortestMs = 250;
const firstMs = 1_000;
const longestMs = 30_000;

export type PaceOptions = {
  concurrency: number;
  time: Time;
  random: () => number;
  stopping: AbortSignal;
  /** How long to continue without a single success. */
  giveUpAfterMs: number;
  onWait: (wait: { ms: number; reason: Reason; message: string }) => void;
};

export function createPace(options: PaceOptions): Pace {
  const { concurrency, time } = options;
  const closed = closerOf(options.stopping);
  const wakers = new Set<() => void>();
  let limit = concurrency;
  let inFlight = 0;
  let strain = 0;
  let resumeAt = 0;
  let reason: Reason = "not available";
  let lastSuccess = time.now();

  const wakeAll = () => {
    for (const wake of wakers) wake();
    wakers.clear();
  };
  closed.signal.addEventListener("abort", wakeAll, { once: true });
  const waitMs = () => Math.max(0, resumeAt - time.now());

  return {
    enter: async () => {
      while (!closed.signal.aborted) {
        if (waitMs() > 0) await time.sleep(waitMs(), closed.signal);
        else if (inFlight < limit) {
          inFlight += 1;
          return true;
        } else await new Promise<void>((resolve) => wakers.add(resolve));
      }
      return false;
    },
    leave: () => {
      inFlight -= 1;
      wakeAll();
    },
    succeeded: () => {
      strain = 0;
      limit = Math.min(concurrency, limit * 2);
      lastSuccess = time.now();
    },
    held: (error) => {
      const now = time.now();
      // Requests in flight together are refused together: that is one wait, not many.
      const isNews = waitMs() === 0;
      const ms = waitFor(error, strain, options.random);
      if (isNews) strain += 1;
      limit = 1;
      reason = error instanceof TooManyRequestsError ? "too many requests" : "not available";
      resumeAt = Math.max(resumeAt, now + ms);
      if (resumeAt - lastSuccess > options.giveUpAfterMs) {
        closed.abort();
        throw new GaveUp(error.message);
      }
      if (isNews) options.onWait({ ms, reason, message: error.message });
    },
    close: () => closed.abort(),
    waiting: () => (waitMs() > 0 ? { ms: waitMs(), reason } : undefined),
    inFlight: () => inFlight,
  };
}

function closerOf(stopping: AbortSignal): AbortController {
  const closer = new AbortController();
  stopping.addEventListener("abort", () => closer.abort(), { once: true });
  if (stopping.aborted) closer.abort();
  return closer;
}

function waitFor({ retryAfterSeconds }: ApiError, strain: number, random: () => number): number {
  if (retryAfterSeconds !== undefined) return Math.max(shortestMs, retryAfterSeconds * 1000);
  return Math.min(longestMs, firstMs * 2 ** strain) * (0.5 + random() / 2);
}

/** Temporary failures: no response at all, or a temporary refusal. */
export const isTransient = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
