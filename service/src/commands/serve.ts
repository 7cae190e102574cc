import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import type { Config } from "../config/config.ts";

const lostMaxMs = 5_000;
/** Unlike 2, which stands for invalid settings, a restart may help. */
const lostCode = 3;

/** Starts a node. It calls `onLost` if it can't go on, and gives what begins its shutdown. */
export type StartNode = (
  config: Config,
  open: AsyncDisposableStack,
  onLost: (error: Error) => void,
) => Promise<Pick<App, "drain"> | undefined>;

/** Resources are closed in reverse order, whether the start fails, or a signal arrives during it or later. */
export async function serve(config: Config): Promise<void> {
  const { start } = await (config.processes > 1
    ? import("./processes/primary.ts")
    : import("./start-alone.ts"));
  const open = new AsyncDisposableStack();
  const starting = start(config, open, (error) => void endLost(error, open));
  stopOnSignal(async (signal) => {
    const node = await starting.catch(() => undefined);
    // Ctrl-C comes from a person, who waits; SIGTERM from a supervisor, while a load balancer still sends requests.
    if (node && signal === "SIGTERM") await drain(node, config.drainSeconds);
    return () => open.disposeAsync();
  });
  await starting.catch(async (error: unknown) => {
    await open.disposeAsync();
    throw error;
  });
}

/** Keeps answering until load balancers have noticed that the server is not ready. */
async function drain(node: Pick<App, "drain">, seconds: number): Promise<void> {
  node.drain();
  await delay(seconds * 1000);
}

/** A supervisor such as systemd can only act on a process that has ended. */
async function endLost(error: Error, open: AsyncDisposableStack): Promise<never> {
  process.stderr.write(`billfold: ${error.message}\n`);
  await Promise.race([open.disposeAsync().catch(() => undefined), delay(lostMaxMs)]);
  process.exit(lostCode);
}

const shutdownMaxMs = 30_000;

/**
 * Requests in progress are finished. Ctrl-C in a terminal can send the signal more than once, so repeats do not force
 * an exit.
 */
function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<() => Promise<void>>): void {
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
