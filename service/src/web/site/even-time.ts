import { setTimeout } from "node:timers/promises";

const stepMs = 250;

/**
 * Responds after a whole number of steps, however long the work took. Requests for a known address take more work than
 * those for an unknown one, and the response time must not reveal which it was.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const tookMs = performance.now() - startedAt;
    await setTimeout(Math.ceil(tookMs / stepMs) * stepMs - tookMs);
  }
}
