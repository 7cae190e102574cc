/** Timers that do not keep the process alive and end with the gateway. */
export type Timers = {
  after(ms: number, act: () => void): void;
  clear(): void;
};

// A longer delay would overflow the timer, which would then fire at once.
const longestMs = 2 ** 31 - 1;

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let cleared = false;
  return {
    after: (ms, act) => {
      if (cleared) return;
      const timer = setTimeout(
        () => {
          running.delete(timer);
          act();
        },
        Math.min(Math.max(ms, 0), longestMs),
      );
      timer.unref();
      running.add(timer);
    },
    clear: () => {
      cleared = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
