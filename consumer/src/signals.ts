const graceMs = 20_000;

export type Stop = {
  /** Aborted when no new work may begin. */
  stopping: AbortSignal;
  /** Aborted when requests in flight must end too; the service finishes them by itself. */
  aborting: AbortSignal;
  /** Stops handling signals. */
  release(): void;
};

/** A terminal may deliver one Ctrl-C several times, so repeated signals are ignored. */
export function stopOnSignals(onStop: () => void): Stop {
  const stopping = new AbortController();
  const aborting = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onSignal = () => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error("stopped by a signal"));
    timer = setTimeout(() => aborting.abort(stopping.signal.reason), graceMs);
    onStop();
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return {
    stopping: stopping.signal,
    aborting: aborting.signal,
    release: () => {
      clearTimeout(timer);
      process.off("SIGTERM", onSignal);
      process.off("SIGINT", onSignal);
    },
  };
}
