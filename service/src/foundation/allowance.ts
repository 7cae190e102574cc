import type { Clock } from "./clock.ts";

/** So many at once, and then so many a second. */
export type Allowance = { rate: number; burst: number };

/** Takes one from what a name is allowed: 0 if it had one, otherwise the seconds to wait. */
export type Take = (name: string) => number;

/**
 * What strangers may ask, by whatever tells them apart. It is kept in this process alone and for so many names; of
 * more, the one that asked longest ago is forgotten, and may start afresh.
 */
export function createAllowance({ rate, burst }: Allowance, clock: Clock, namesMax = 10_000): Take {
  const pauseMs = 1000 / rate;
  /** When each name will have all that it may have again. */
  const wholeAt = new Map<string, number>();
  return (name) => {
    const now = clock.now().getTime();
    const before = Math.max(now, wholeAt.get(name) ?? now);
    const waitMs = before + pauseMs - now - burst * pauseMs;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    // Set anew, so that it stands last.
    wholeAt.delete(name);
    wholeAt.set(name, before + pauseMs);
    if (wholeAt.size > namesMax) wholeAt.delete(wholeAt.keys().next().value!);
    return 0;
  };
}
