/** A circuit breaker: it spares an outside party that does not answer, and our callers the wait for it. */
export type Breaker = {
  /** The milliseconds still to wait; 0 if the breaker is closed. */
  waitMs(name: string, now: Date): number;
  /**
   * The same for a caller that will call if the answer is 0: of all who arrive when a pause ends, only one is let
   * through to try.
   */
  enter(name: string, now: Date): number;
  /** A party that answered, whatever the answer, is alive. */
  note(name: string, now: Date, alive: boolean): void;
  /** It asked not to be called for so long. */
  hold(name: string, now: Date, forMs: number): void;
};

const failuresMax = 5;
const pauseMs = 30_000;

type Line = { failures: number; openUntil: number };

/**
 * Keyed by the outside party and not by company, because it is that party which is down. Each process keeps its own.
 */
export function createBreaker(): Breaker {
  const lines = new Map<string, Line>();
  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? { failures: 0, openUntil: 0 };
    lines.set(name, line);
    return line;
  };
  const waitMs = (name: string, now: Date) => {
    const line = lines.get(name);
    if (!line) return 0;
    const wait = Math.max(0, line.openUntil - now.getTime());
    if (wait === 0 && line.failures === 0) lines.delete(name);
    return wait;
  };
  return {
    waitMs,
    enter: (name, now) => {
      const wait = waitMs(name, now);
      const line = lines.get(name);
      if (wait === 0 && line && line.failures >= failuresMax) line.openUntil = now.getTime() + pauseMs;
      return wait;
    },
    note: (name, now, alive) => {
      if (alive) return void lines.delete(name);
      const line = lineOf(name);
      line.failures += 1;
      if (line.failures >= failuresMax) line.openUntil = now.getTime() + pauseMs;
    },
    hold: (name, now, forMs) => {
      const line = lineOf(name);
      line.openUntil = Math.max(line.openUntil, now.getTime() + forMs);
    },
  };
}
