import { setTimeout as delay } from "node:timers/promises";

/** How one process ended. */
export type Ended = { code: number | null; signal: string | null; wasReady: boolean };

/** With the pauses between them, the attempts take about a minute. */
const defaults = { firstPauseMs: 250, pauseMaxMs: 15_000, attemptsMax: 9 };
// A process that has run for this long had no part in the trouble before.
const stableMs = 60_000;

/**
 * Starts another process whenever one ends: at once, and after growing pauses if it ends again and again. Gives up,
 * with an error, when several in a row did not become ready and none of the others is.
 */
export async function keepRunning(
  options: {
    run: () => Promise<Ended>;
    othersRun: () => boolean;
    onReplace: (ended: Ended, pauseMs: number) => void;
    signal: AbortSignal;
  },
  limits = defaults,
): Promise<void> {
  const { run, othersRun, onReplace, signal } = options;
  const { attemptsMax } = limits;
  let deaths = 0;
  let failedStarts = 0;
  for (;;) {
    const startedAt = performance.now();
    const ended = await run();
    if (signal.aborted) return;
    if (performance.now() - startedAt > stableMs) deaths = 0;
    failedStarts = ended.wasReady ? 0 : failedStarts + 1;
    if (failedStarts >= attemptsMax && !othersRun()) {
      throw new Error(
        `No process can be started: ${attemptsMax} attempts failed, the last with ${reasonOf(ended)}. The messages above say why.`,
      );
    }
    const pauseMs = pauseAfter(deaths++, limits);
    onReplace(ended, pauseMs);
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

/** Nothing after the first death, then twice as long each time, with jitter. */
function pauseAfter(deaths: number, { firstPauseMs, pauseMaxMs }: typeof defaults): number {
  if (deaths === 0) return 0;
  const pauseMs = Math.min(pauseMaxMs, firstPauseMs * 2 ** (deaths - 1));
  return Math.round(pauseMs / 2 + (Math.random() * pauseMs) / 2);
}

export const reasonOf = ({ code, signal }: Pick<Ended, "code" | "signal">) =>
  signal ? `signal ${signal}` : `code ${code}`;
