import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { openEmbeddedCluster } from "../../service/dev/embedded-postgres/embedded-postgres.ts";
import { freePort } from "../../service/test/free-port.ts";
import { childrenOf, nameOf } from "./processes.ts";

/** The service as users run it: in its own process, on a new embedded database with durable commits. */
export type RunningService = {
  port: number;
  pid: number;
  dataDir: string;
  connectionString: string;
  startedInMs: number;
  demo: { company_id: number; customer_id: number; app_id: string; secret: string };
  stop(): Promise<void>;
};

const root = new URL("../../", import.meta.url);

export function freshDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "billfold-bench-"));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

export async function startService(
  dataDir: string,
  settings: Record<string, string> = {},
  /** Another checkout of this repository, such as one of an older version. */
  checkout: string | URL = root,
): Promise<RunningService> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    BILLFOLD_DATA_DIR: dataDir,
    BILLFOLD_METRICS_PORT: "0",
    // Rate limits are not measured: they are counted but never reached. All other settings are the defaults.
    BILLFOLD_POST_RATE: "1000000",
    BILLFOLD_COMPANY_POST_RATE: "1000000",
    BILLFOLD_READ_RATE: "1000000",
    ...settings,
  };
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: checkout,
    env,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const startedInMs = (await firstAnswer(child, port)) - startedAt;
  const { connectionString } = await openEmbeddedCluster({ dataDir, use: "command" });
  return {
    port,
    pid: serviceBelow(child.pid!),
    dataDir,
    connectionString,
    startedInMs,
    demo: JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8")) as RunningService["demo"],
    stop: () => stop(child, port),
  };
}

/**
 * npm starts a shell, which starts the script that finds Node, which starts the service: it is the last of these
 * processes.
 */
function serviceBelow(pid: number): number {
  const children = childrenOf(pid);
  const [child] = children;
  // With several processes, it is the one that started them.
  return child === undefined || children.some((each) => nameOf(each).startsWith("postgres"))
    ? pid
    : serviceBelow(child);
}

async function firstAnswer(child: ChildProcess, port: number): Promise<number> {
  for (let tries = 0; tries < 6000; tries++) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const status = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("the service did not answer within 30 s");
}

/**
 * The service is in the child's process group, whether started by npm or directly; it has stopped when its port is
 * closed.
 */
async function stop(child: ChildProcess, port: number): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid!, "SIGTERM");
  if (child.exitCode === null) await ended;
  while (
    await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    )
  ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // The port closes first; the database needs a moment longer.
  await new Promise((resolve) => setTimeout(resolve, 500));
}
