import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log.ts";

/** A background task that runs again and again; it says how many things it did, for the log. */
export type Loop = { name: string; everyMs: number; run: () => Promise<number> };

/** A failing pass is logged and tried again at the next: a loop ends only when it is stopped. */
export function startLoops(loops: readonly Loop[], log: Logger): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const running = loops.map((loop) => repeat(loop, log, stopped.signal));
  return {
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(loop: Loop, log: Logger, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await sleep(loop.everyMs, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return;
    try {
      const done = await loop.run();
      if (done > 0) log.info({ loop: loop.name, done }, "background pass");
    } catch (error) {
      log.error({ loop: loop.name, err: error }, "background pass failed");
    }
  }
}
