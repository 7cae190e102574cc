/** Spares an outside party that does not answer, and our callers the wait for it. */
export type Breaker = {
  /** How long to wait still, if it is open. */
  waitMs(name: string, now: Date): number;
  /** The same for one who calls if the answer is 0: of all who come when a pause ends, one is let through to try. */
  enter(name: string, now: Date): number;
  /** One that answered, with whatever answer, is alive. */
  note(name: string, now: Date, alive: boolean): void;
  /** It asked to be left alone for so long. */
  hold(name: string, now: Date, forMs: number): void;
};

const failuresMax = 5;
const pauseMs = 30_000;

type Line = { failures: number; openUntil: number };

/** By the other side's name and not by company: it is that side which is down. Each process keeps its own. */
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
