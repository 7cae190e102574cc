import { spawn, spawnSync } from "node:child_process";
import { closeSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Account, PostgresPrograms } from "./account.ts";
import { nameFor, openLog, postgresEnvironment } from "./files.ts";

/** A cluster on disk and everything needed to run it. */
export type ClusterHome = {
  dataDir: string;
  cluster: string;
  programs: PostgresPrograms;
  account: Account | undefined;
  settings: Record<string, string>;
  /** Called when a PostgreSQL program has been started, so that this process only has to wait for it. */
  onStarted: () => void;
};

export type PostmasterFile = { pid: number; port: number; status: string };

/** A running server; isAlive is also correct when another program has reused its process id. */
export type Postmaster = { pid: number; isAlive(): boolean };

const WINDOWS = process.platform === "win32";
const FAST_STOP_MS = 20_000;
const FORCED_STOP_MS = 5_000;

const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  // Checkpoints are rare, because after each one every changed page is written to the log in full.
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  wal_buffers: "16MB",
  // All statements are short: compiling one would cost more than running it.
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  // The service logs its own failed statements; logging them here too would only fill the disk.
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** The content of postmaster.pid, whose lines PostgreSQL documents in miscadmin.h. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? "" };
}

/** Whether the process is this cluster's server, and not an unrelated process with a reused id. */
export function runsCluster(pid: number, cluster: string): boolean {
  if (process.platform === "linux") {
    try {
      // PostgreSQL's processes stay in their data folder. A zombie has no folder, so it correctly counts as gone.
      return (
        programOf(pid).startsWith("postgres") && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
      );
    } catch {
      return false;
    }
  }
  if (WINDOWS) {
    const listing = spawnSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], {
      encoding: "utf8",
    });
    return listing.status === 0 && listing.stdout.includes("postgres.exe");
  }
  const listing = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return listing.status === 0 && listing.stdout.includes("postgres") && listing.stdout.includes(cluster);
}

/** Whether a running server's programs have been replaced, so that it can no longer load its libraries. */
export function lostItsPrograms(pid: number): boolean {
  try {
    return process.platform === "linux" && programOf(pid).endsWith(" (deleted)");
  } catch {
    return false;
  }
}

/** Starts the server in its own session, so that a Ctrl-C meant for the service does not reach it. */
export function spawnPostmaster(home: ClusterHome, port: number, foreignPid?: number): Promise<Postmaster> {
  const { account, cluster, programs } = home;
  const settings = Object.entries({ ...SETTINGS, ...home.settings });
  const log = openLog(home.dataDir);
  const child = spawn(
    path.join(programs.folder, "bin", WINDOWS ? "postgres.exe" : "postgres"),
    [
      "-D",
      nameFor(account, cluster),
      "-p",
      String(port),
      ...settings.flatMap(([key, value]) => ["-c", `${key}=${value}`]),
    ],
    {
      cwd: cluster,
      uid: account?.uid,
      gid: account?.gid,
      // PostgreSQL treats a lock file with its grandparent's id as stale, but still makes all its other checks.
      env: { ...postgresEnvironment(), ...(foreignPid ? { PG_GRANDPARENT_PID: String(foreignPid) } : {}) },
      detached: true,
      windowsHide: true,
      stdio: ["ignore", log, log],
    },
  );
  child.unref();
  closeSync(log);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => {
      resolve({ pid: child.pid!, isAlive: () => child.exitCode === null && child.signalCode === null });
    });
  });
}

/** Stops the server with a fast shutdown, which loses no committed data, and kills it only if that does not finish. */
export async function stopPostmaster(postmaster: Postmaster, programs: PostgresPrograms): Promise<void> {
  const steps = [
    { signal: "SIGINT", patience: FAST_STOP_MS },
    { signal: "SIGQUIT", patience: FORCED_STOP_MS },
    { signal: "SIGKILL", patience: FORCED_STOP_MS },
  ] as const;
  for (const { signal, patience } of steps) {
    if (!postmaster.isAlive()) return;
    // Windows does not show which cluster a postgres.exe runs, so one that ignores PostgreSQL's signals is not killed.
    if (WINDOWS && signal === "SIGKILL") break;
    sendSignal(postmaster.pid, signal, programs);
    // A suspended server would not receive the signal.
    if (!WINDOWS) sendSignal(postmaster.pid, "SIGCONT", programs);
    const deadline = performance.now() + patience;
    while (postmaster.isAlive() && performance.now() < deadline) await delay(5);
  }
  if (!postmaster.isAlive()) return;
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals, programs: PostgresPrograms): void {
  if (WINDOWS) {
    // Windows has no signals; PostgreSQL implements its own, which pg_ctl sends.
    spawnSync(path.join(programs.folder, "bin", "pg_ctl.exe"), ["kill", signal.slice(3), String(pid)]);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function programOf(pid: number): string {
  return path.basename(readlinkSync(`/proc/${pid}/exe`));
}
