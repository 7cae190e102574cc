import { setTimeout as sleep } from "node:timers/promises";
import { unavailable } from "../../contract/errors.ts";

// Less than the nine seconds in which a change is answered.
const duplicateWaitMaxMs = 8000;
const duplicatePollMs = 25;

/**
 * Of several requests with the same Idempotency-Key, one runs and the others wait. This is the wait for a duplicate
 * that runs on another node.
 */
export const duplicateDeadline = () => performance.now() + duplicateWaitMaxMs;

export async function waitForDuplicate(deadline: number): Promise<void> {
  if (performance.now() > deadline) throw idempotencyBusy();
  await sleep(duplicatePollMs);
}

export const idempotencyBusy = () =>
  unavailable(
    "idempotency_busy",
    "An earlier request with this Idempotency-Key is still running. Try again in a moment.",
    1,
  );

/** Duplicates on this node wait for each other in memory, so that only one of them takes a connection. */
export function createKeyedMutex(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    for (let earlier = running.get(name); earlier; earlier = running.get(name)) {
      await earlier.catch(() => undefined);
    }
    const mine = work();
    running.set(name, mine);
    try {
      return await mine;
    } finally {
      running.delete(name);
    }
  };
}
