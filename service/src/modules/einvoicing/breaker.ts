/** Spares an authority that does not answer, and our callers the wait for it. */
export type Breaker = {
  /** How long to wait still, if it is open; 0 lets a call through. */
  waitMs(name: string, now: Date): number;
  /** One that answered, with whatever answer, is alive. */
  note(name: string, now: Date, alive: boolean): void;
};

const failuresMax = 5;
const pauseMs = 30_000;

type Line = { failures: number; openUntil: number };

/** By the authority's address and not by company: it is the authority that is down. Each process keeps its own. */
export function createBreaker(): Breaker {
  const lines = new Map<string, Line>();
  return {
    waitMs: (name, now) => Math.max(0, (lines.get(name)?.openUntil ?? 0) - now.getTime()),
    note: (name, now, alive) => {
      if (alive) return void lines.delete(name);
      const line = lines.get(name) ?? { failures: 0, openUntil: 0 };
      line.failures += 1;
      // After the pause one call is let through, and the next pause begins with it: should it succeed, all may go on.
      if (line.failures >= failuresMax) line.openUntil = now.getTime() + pauseMs;
      lines.set(name, line);
    },
  };
}
