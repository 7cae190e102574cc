import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const main = path.join(import.meta.dirname, "..", "src", "main.ts");
const heardMax = 20_000;

/** Several worker processes on one database, as an operator runs them. */
export type Workers = {
  count: number;
  /** Kills one with SIGKILL, whatever it is doing, and starts another in its place. */
  replace(index: number): Promise<void>;
  /** Suspends and resumes all of them. */
  freeze(): void;
  thaw(): void;
  /** Their log entries at level warning or above. */
  errors(): string[];
  /** The processes that ended unexpectedly, with their last output; there should be none. */
  crashed(): string[];
  /** Stops all of them, and returns their exit codes. */
  stop(): Promise<(number | null)[]>;
  /** Kills every process that still runs. */
  close(): Promise<void>;
};

type Running = { child: ChildProcess; closed: Promise<number | null>; reported: boolean; heard: string };

export async function startWorkers(count: number, env: Record<string, string>): Promise<Workers> {
  const all: Running[] = [];
  const start = () => {
    const running = spawnWorker(env);
    all.push(running);
    return running;
  };
  const current = Array.from({ length: count }, start);
  await Promise.all(current.map(ready));
  const signal = (name: NodeJS.Signals) => {
    for (const one of current) if (!hasEnded(one)) process.kill(one.child.pid!, name);
  };
  return {
    count,
    replace: async (index) => {
      const victim = current[index]!;
      victim.reported = true;
      process.kill(victim.child.pid!, "SIGKILL");
      await victim.closed;
      current[index] = start();
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    errors: () => all.flatMap(({ heard }) => heard.split("\n").filter((line) => line.startsWith("{"))),
    crashed: () =>
      all
        .filter((one) => !one.reported && hasEnded(one))
        .map(({ child, heard }) => `${child.exitCode}: ${heard}`),
    stop: async () => {
      for (const one of current) one.reported = true;
      signal("SIGTERM");
      return Promise.all(current.map(({ closed }) => closed));
    },
    close: async () => {
      for (const one of all) {
        if (!hasEnded(one)) process.kill(one.child.pid!, "SIGKILL");
        await one.closed;
      }
    },
  };
}

const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

function spawnWorker(env: Record<string, string>): Running {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main, "serve"], {
    env: {
      PATH,
      HOME,
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      BILLFOLD_ROLE: "worker",
      BILLFOLD_METRICS_PORT: "0",
      BILLFOLD_LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const running: Running = {
    child,
    closed: once(child, "close").then(([code]) => code as number | null),
    reported: false,
    heard: "",
  };
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      running.heard = (running.heard + text).slice(-heardMax);
    });
  }
  return running;
}

async function ready(running: Running): Promise<void> {
  while (!running.heard.includes("is ready")) {
    if (hasEnded(running)) throw new Error(`a worker did not start: ${running.heard}`);
    await Promise.race([once(running.child.stdout!, "data"), running.closed]);
  }
}
