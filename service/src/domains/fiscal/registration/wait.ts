import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 100;

/** Polls, because the result of another process appears in the database. */
export async function waitUntil<T>(
  maxMs: number,
  poll: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    const found = await poll();
    if (found !== undefined || performance.now() > deadline) return found;
    await sleep(pollMs);
  }
}
