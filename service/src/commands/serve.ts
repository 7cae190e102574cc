import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import type { Config } from "../config/config.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

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
