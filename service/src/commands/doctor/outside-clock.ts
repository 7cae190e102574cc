import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Clock } from "../../platform/values/clock.ts";

/** How far the clocks of the parties we called are ahead of ours, by origin. */
export type OutsideClock = { read(): { origin: string; aheadMs: number }[] };

/** Makes the same calls with a shorter timeout, and records the `Date` of every response. */
export function watched(
  outbound: Outbound,
  clock: Clock,
  waitMaxMs: number,
): { outbound: Outbound; outsideClock: OutsideClock } {
  const seen = new Map<string, number>();
  const send: Outbound["send"] = async (request) => {
    const result = await outbound.send({ ...request, timeoutMs: Math.min(request.timeoutMs, waitMaxMs) });
    const date = result.kind === "answered" ? Date.parse(String(result.headers.date)) : Number.NaN;
    if (!Number.isNaN(date)) {
      // The header has whole seconds, and was written about halfway through the call.
      const aheadMs = date + 500 - (clock.now().getTime() - result.durationMs / 2);
      seen.set(new URL(request.url).origin, aheadMs);
    }
    return result;
  };
  return {
    outbound: { ...outbound, send },
    outsideClock: { read: () => [...seen].map(([origin, aheadMs]) => ({ origin, aheadMs })) },
  };
}
