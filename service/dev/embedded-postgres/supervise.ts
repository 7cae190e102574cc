import { setTimeout as delay } from "node:timers/promises";
import { type ClusterHome, stopPostmaster } from "./postmaster.ts";
import { launch, type RunningServer } from "./start.ts";

type Notice = (text: string) => void;

const WATCH_MS = 200;
const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 15_000;
/** With the pauses between them, the attempts take about a minute. */
const ATTEMPTS_MAX = 9;
// A server that has run for this long had no part in the trouble before.
const STABLE_MS = 60_000;

export type Supervised = { stop(): Promise<void> };

/**
 * Starts the server again, on the same port, whenever it ends: it was killed, or could not write its log to a full
 * disk. When several attempts in a row fail, `onLost` is called with the reason, and nothing more is tried.
 */
export function supervise(
  first: RunningServer,
  home: ClusterHome,
  password: string,
  { notice, onLost }: { notice: Notice; onLost: (error: Error) => void },
): Supervised {
  let server: RunningServer | undefined = first;
  const stopping = new AbortController();
  const { signal } = stopping;

  const restart = async (failures: number): Promise<Error | undefined> => {
    const pauseMs = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** failures);
    await delay(pauseMs / 2 + (Math.random() * pauseMs) / 2, undefined, { signal });
    try {
      server = await launch(home, password, notice, first.port);
      notice("The database is running again.");
      return undefined;
    } catch (error) {
      return error as Error;
    }
  };

  const watch = async () => {
    let failures = 0;
    for (;;) {
      const runningSince = performance.now();
      while (server?.postmaster.isAlive()) await delay(WATCH_MS, undefined, { signal, ref: false });
      if (performance.now() - runningSince > STABLE_MS) failures = 0;
      server = undefined;
      if (failures >= ATTEMPTS_MAX) throw new Error(`It ended ${failures} times in a row.`);
      notice(`The database has ended unexpectedly; starting it again (attempt ${failures + 1}).`);
      const error = await restart(failures);
      failures += 1;
      if (error && failures >= ATTEMPTS_MAX) throw error;
      if (error) notice(`The database did not start: ${error.message}`);
    }
  };

  const watching = watch().catch((error: Error) => {
    if (signal.aborted) return;
    onLost(
      new Error(
        `The embedded database ended, and ${ATTEMPTS_MAX} attempts to start it failed. ${error.message}`,
        {
          cause: error,
        },
      ),
    );
  });
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      if (server) await stopPostmaster(server.postmaster, home.programs);
    },
  };
}
