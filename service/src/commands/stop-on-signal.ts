const shutdownMaxMs = 30_000;

/**
 * Requests in progress are finished. Ctrl-C in a terminal can send the signal more than once, so repeats do not force
 * an exit.
 */
export function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<() => Promise<void>>): void {
  let stopping = false;
  const end = (code: number, why?: string) => {
    if (why) process.stderr.write(`billfold: ${why}\n`);
    process.exit(code);
  };
  const closeWithin = async (close: () => Promise<void>) => {
    setTimeout(
      () => end(1, "requests were still running after 30 s; stopping anyway"),
      shutdownMaxMs,
    ).unref();
    await close();
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    stop(signal)
      .then(closeWithin)
      .then(
        () => end(0),
        (error: Error) => end(1, `stopping failed: ${error.message}`),
      );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
