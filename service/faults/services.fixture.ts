import { newOperator, type Running } from "../src/commands/commands.fixture.ts";
import { freePort } from "../test/free-port.ts";

/** Several services on one database, as an operator runs them. */
export type Services = {
  /** The ports of the running services. */
  ports: number[];
  count: number;
  /** Kills one with SIGKILL, whatever it is doing. */
  kill(index: number): Promise<void>;
  /** Starts another in its place, and resolves when that is ready. */
  start(index: number): Promise<void>;
  /** Sends a signal, such as SIGSTOP, to one that runs. */
  signal(index: number, name: NodeJS.Signals): Promise<void>;
  /** Their log entries at level error, except for failures of external systems; there should be none. */
  errors(): string[];
  /** The processes that ended unexpectedly, with their last output; there should be none. */
  crashed(): string[];
  /** Stops all of them, and returns their exit codes. */
  stop(): Promise<(number | null)[]>;
  /** Kills every process that still runs. */
  close(): Promise<void>;
};

export type Role = "all" | "api" | "worker";

type Settings = Record<string, string>;

export async function startServices(
  roles: readonly Role[],
  env: Settings,
  /** Settings of one of them alone. */
  ownSettings: (index: number) => Settings = () => ({}),
): Promise<Services> {
  const operator = await newOperator();
  const places = await Promise.all(roles.map(async (role) => ({ role, port: await freePort() })));
  const all: Running[] = [];
  const reported = new Set<Running>();
  const ended: string[] = [];
  const current: Promise<Running>[] = [];

  const start = async (index: number) => {
    const { role, port } = places[index]!;
    const own = { PORT: String(port), BILLFOLD_ROLE: role, BILLFOLD_LOG_LEVEL: "error" };
    const running = await operator.serve({ ...env, ...own, ...ownSettings(index) });
    all.push(running);
    void running.ended().then((code) => {
      if (!reported.has(running)) ended.push(`${code}: ${running.output()}`);
    });
    return running;
  };
  const end = async (running: Running, signal: "SIGKILL" | "SIGTERM") => {
    reported.add(running);
    running.signal(signal);
    return running.ended();
  };
  const launch = async (index: number) => {
    current[index] = start(index);
    await current[index];
  };
  await Promise.all(places.map((_, index) => launch(index)));
  return {
    ports: places.filter(({ role }) => role !== "worker").map(({ port }) => port),
    count: places.length,
    kill: async (index) => void (await end(await current[index]!, "SIGKILL")),
    start: launch,
    signal: async (index, name) => (await current[index]!).signal(name),
    errors: () => all.flatMap((one) => one.output().split("\n").filter(isOwnError)),
    crashed: () => ended,
    stop: () => Promise.all(current.map(async (one) => end(await one, "SIGTERM"))),
    close: operator.cleanUp,
  };
}

const isOwnError = (line: string) => line.startsWith("{") && !line.includes('"code":"integration_');
