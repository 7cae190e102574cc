import type { Clock } from "../values/clock.ts";

/** A burst, and the rate at which it refills per second. */
export type TokenBucket = { rate: number; burst: number };

/** Uses one of a name's allowance: returns 0 if there was one left, otherwise the seconds to wait. */
export type TakeToken = (name: string) => number;

/**
 * A rate limit for anonymous callers, by whatever name tells them apart. It lives in this process only and for a
 * limited number of names; beyond that, the name that asked longest ago is forgotten and starts afresh.
 */
export function createRateLimiter({ rate, burst }: TokenBucket, clock: Clock, namesMax = 10_000): TakeToken {
  const pauseMs = 1000 / rate;
  /** When each name's allowance will be full again. */
  const fullAt = new Map<string, number>();
  return (name) => {
    const now = clock.now().getTime();
    const before = Math.max(now, fullAt.get(name) ?? now);
    const waitMs = before + pauseMs - now - burst * pauseMs;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    // Deleted and set again, so that it moves to the end of the map's order.
    fullAt.delete(name);
    fullAt.set(name, before + pauseMs);
    if (fullAt.size > namesMax) fullAt.delete(fullAt.keys().next().value!);
    return 0;
  };
}
