import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log.ts";

/** Repeated work; a pass returns how many items it processed, for the log. A long one ends when it is aborted. */
type Pass = { name: string; everyMs: number; run: (stopping: AbortSignal) => Promise<number> };
/** Work with its own schedule. */
type Worker = { name: string; worker: { start(): void; stop(): Promise<void> } };
export type Loop = Pass | Worker;

export type PassStatus = { name: string; every_seconds: number; ran_at: Date | null; failed_at: Date | null };

const passStatuses = new Map<string, PassStatus>();

/** When each pass of this process last ran and last failed; empty if another process does the background work. */
export const listPassStatuses = (): PassStatus[] => [...passStatuses.values()];

/** A pass that fails is logged and runs again at its next interval: a loop ends only when it is stopped. */
export function startLoops(loops: readonly Loop[], log: Logger): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const passes = loops.filter((loop) => "run" in loop).map((loop) => repeat(loop, log, stopped.signal));
  const workers = loops.filter((loop) => "worker" in loop).map(({ worker }) => worker);
  for (const worker of workers) worker.start();
  return {
    stop: async () => {
      stopped.abort();
      await Promise.all([...passes, ...workers.map((worker) => worker.stop())]);
    },
  };
}

/** Runs batches until one is not full, and returns the total number of items processed. */
export async function inBatches(size: number, run: (size: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await run(size);
    total += done;
    if (done < size) return total;
  }
}

async function repeat(loop: Pass, log: Logger, stopped: AbortSignal): Promise<void> {
  const entry: PassStatus = {
    name: loop.name,
    every_seconds: loop.everyMs / 1000,
    ran_at: null,
    failed_at: null,
  };
  passStatuses.set(loop.name, entry);
  while (!stopped.aborted) {
    await sleep(loop.everyMs, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return;
    try {
      const done = await loop.run(stopped);
      entry.ran_at = new Date();
      if (done > 0) log.info({ loop: loop.name, done }, "background pass done");
    } catch (error) {
      entry.failed_at = new Date();
      log.error({ loop: loop.name, err: error }, "background pass failed");
    }
  }
}
