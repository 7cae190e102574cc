import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { childrenOf, signal } from "../test/child-processes.ts";
import { startDurableCluster } from "./cluster.fixture.ts";

/** A PostgreSQL cluster that is started again whenever its postmaster ends, as an operator's service manager does. */
export type SupervisedCluster = {
  connectionString: string;
  killPostmaster(): Promise<void>;
  /**
   * Signals the backend of one client: SIGTERM ends its connection; after SIGKILL PostgreSQL ends all of them, and
   * recovers. False if there is none.
   */
  signalBackend(name: "SIGTERM" | "SIGKILL", choose: (pids: number[]) => number): boolean;
  /** Suspends all processes of the server, or the backend of one client; the returned function resumes them. */
  freeze(choose?: (pids: number[]) => number): (() => void) | undefined;
  /** Fills the file system up to the last block; undefined where no file system of its own could be mounted. */
  fillDisk: (() => { free(): void }) | undefined;
  /** Resolves when the postmaster runs. */
  running(): Promise<void>;
  /** How often the postmaster ended and was started again. */
  restarts(): number;
  close(): Promise<void>;
};

const diskMegabytes = 640;

export async function startSupervisedCluster(
  options: {
    /** The write-ahead log is kept off the small disk. */
    walElsewhere?: boolean;
  } = {},
): Promise<SupervisedCluster> {
  const disk = mountSmallDisk();
  const settings = { max_wal_size: "128MB", min_wal_size: "32MB" };
  const walFolder = options.walElsewhere
    ? mkdtempSync(path.join(os.tmpdir(), "billfold-faults-wal-"))
    : undefined;
  const cluster = await startDurableCluster({
    settings,
    ...(disk && { dataDir: disk.folder }),
    ...(walFolder && { walFolder }),
  });
  let closed = false;
  let restarts = 0;

  const supervise = async () => {
    while (!closed) {
      if (cluster.pid() === undefined) {
        // A start fails while the disk is full.
        await cluster
          .restart()
          .then(() => {
            restarts += 1;
          })
          .catch(() => undefined);
      }
      await delay(50);
    }
  };
  const supervision = supervise();
  const backends = () =>
    childrenOf(cluster.pid()).filter((pid) => /127\.0\.0\.1\(\d+\) (?!startup)/.test(commandOf(pid)));
  return {
    connectionString: cluster.connectionString,
    killPostmaster: async () => {
      const pid = cluster.pid();
      if (pid === undefined) return;
      process.kill(pid, "SIGKILL");
      while (cluster.pid() === pid) await delay(5);
    },
    signalBackend: (name, choose) => {
      const pids = backends();
      return pids.length > 0 && signal(choose(pids), name);
    },
    freeze: (choose) => {
      const postmaster = cluster.pid();
      if (postmaster === undefined) return undefined;
      const candidates = choose ? backends() : [];
      if (choose && candidates.length === 0) return undefined;
      const frozen = choose ? [choose(candidates)] : [postmaster, ...childrenOf(postmaster)];
      for (const pid of frozen) signal(pid, "SIGSTOP");
      return () => {
        for (const pid of frozen) signal(pid, "SIGCONT");
      };
    },
    fillDisk: disk && (() => fill(disk.folder)),
    running: async () => {
      while (cluster.pid() === undefined) await delay(20);
    },
    restarts: () => restarts,
    close: async () => {
      closed = true;
      await supervision;
      await cluster.close();
      disk?.unmount();
      if (walFolder) rmSync(walFolder, { recursive: true, force: true });
    },
  };
}

/** Only root may mount, and in some containers not even root. */
function mountSmallDisk(): { folder: string; unmount(): void } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-small-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder];
  if (spawnSync("mount", options).status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    unmount: () => {
      spawnSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}

function fill(folder: string): { free(): void } {
  const file = path.join(folder, "ballast");
  const descriptor = openSync(file, "w");
  for (let size = 1 << 20; size >= 4096; ) {
    try {
      writeSync(descriptor, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      size >>= 1;
    }
  }
  closeSync(descriptor);
  return { free: () => rmSync(file, { force: true }) };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
