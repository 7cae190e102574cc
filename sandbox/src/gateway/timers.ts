/** Things to do later. None of them keeps the process alive, and none outlives the gateway. */
export type Timers = {
  after(ms: number, act: () => void): void;
  clear(): void;
};

// Longer waits overflow the timer and would fire at once.
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
