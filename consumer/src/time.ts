/** Time as the consumer knows it; tests have one of their own. */
export type Time = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Ends early, and without complaint, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const realTime: Time = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener("abort", wake, { once: true });
      if (signal.aborted) wake();
    }),
};
