import { spawn, spawnSync } from "node:child_process";
import { closeSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Account, PostgresPrograms } from "./account.ts";
import { nameFor, openLog, postgresEnvironment } from "./files.ts";

/** A cluster on disk and all that is needed to run it. */
export type ClusterHome = {
  dataDir: string;
  cluster: string;
  programs: PostgresPrograms;
  account: Account | undefined;
  settings: Record<string, string>;
  /** Told when a program of PostgreSQL's has been started, and there is nothing to do here but wait for it. */
  onStarted: () => void;
};

export type PostmasterFile = { pid: number; port: number; status: string };

/** A running server; isAlive also tells the truth when its process id has gone to another program. */
export type Postmaster = { pid: number; isAlive(): boolean };

const WINDOWS = process.platform === "win32";
const FAST_STOP_MS = 20_000;
const FORCED_STOP_MS = 5_000;

const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  // Fewer checkpoints, because after each one every page that changes is written to the log whole.
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  wal_buffers: "16MB",
  // Every statement here is short: compiling one would cost more than running it.
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  // The service logs its own failed statements; here they would only fill the disk.
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** What the server itself says in postmaster.pid, whose lines PostgreSQL documents in miscadmin.h. */
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

/** Whether the process is the server of this very cluster, and not a stranger with a reused process id. */
export function runsCluster(pid: number, cluster: string): boolean {
  if (process.platform === "linux") {
    try {
      // PostgreSQL's processes stay in their data folder; a zombie has left it, which is right too.
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

/** Whether the programs a running server came from have been replaced, so that it can no longer load its parts. */
export function lostItsPrograms(pid: number): boolean {
  try {
    return process.platform === "linux" && programOf(pid).endsWith(" (deleted)");
  } catch {
    return false;
  }
}

/** Starts the server in a session of its own, so that a Ctrl-C meant for the service does not reach it. */
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
      // PostgreSQL takes a lock file with its grandparent's id for a stale one, yet still makes all its other checks.
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

/** Stops the server: fast, which loses nothing that was committed, and by force only when that does not come to an end. */
export async function stopPostmaster(postmaster: Postmaster, programs: PostgresPrograms): Promise<void> {
  const steps = [
    { signal: "SIGINT", patience: FAST_STOP_MS },
    { signal: "SIGQUIT", patience: FORCED_STOP_MS },
    { signal: "SIGKILL", patience: FORCED_STOP_MS },
  ] as const;
  for (const { signal, patience } of steps) {
    if (!postmaster.isAlive()) return;
    // Windows does not tell whose cluster a postgres.exe runs, so none is killed there that ignores PostgreSQL's signals.
    if (WINDOWS && signal === "SIGKILL") break;
    sendSignal(postmaster.pid, signal, programs);
    // A server that someone has suspended would not even see the signal.
    if (!WINDOWS) sendSignal(postmaster.pid, "SIGCONT", programs);
    const deadline = performance.now() + patience;
    while (postmaster.isAlive() && performance.now() < deadline) await delay(5);
  }
  if (!postmaster.isAlive()) return;
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals, programs: PostgresPrograms): void {
  if (WINDOWS) {
    // Windows knows no signals; PostgreSQL brings its own, sent by its control program.
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
