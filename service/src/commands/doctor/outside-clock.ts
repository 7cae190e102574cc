import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Clock } from "../../platform/values/clock.ts";

/** How far the clocks of those whom we called are ahead of ours, by their address. */
export type OutsideClock = { read(): { origin: string; aheadMs: number }[] };

/** The same calls with less patience; the `Date` of every answer is noted. */
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
      // The header has whole seconds, and was written about half the call ago.
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
