import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openEmbeddedCluster } from "../dev/embedded-postgres/embedded-postgres.ts";
import { readPostmasterFile, runsCluster } from "../dev/embedded-postgres/postmaster.ts";
import { freePort } from "../test/free-port.ts";

/** A PostgreSQL cluster whose committed data survives a crash. */
export type DurableCluster = {
  connectionString: string;
  /** SIGQUIT is PostgreSQL's immediate shutdown, SIGKILL kills it; neither writes anything to the disk. */
  crash(signal: "SIGQUIT" | "SIGKILL"): Promise<void>;
  restart(): Promise<void>;
  /** The postmaster's process id; undefined while it does not run. */
  pid(): number | undefined;
  close(): Promise<void>;
};

export async function startDurableCluster(
  options: { dataDir?: string; settings?: Record<string, string>; walFolder?: string } = {},
): Promise<DurableCluster> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), "billfold-faults-"));
  chmodSync(dataDir, 0o755);
  const folder = path.join(dataDir, "postgres");
  // The port does not change, so that clients can reconnect.
  const port = String(await freePort());
  // This delay ensures that a commit that does not wait for the disk is lost in a crash.
  const settings = { port, wal_writer_delay: "10s", ...options.settings };
  const open = () => openEmbeddedCluster({ dataDir, use: "serve", settings });
  let cluster = await open();
  if (options.walFolder) {
    await cluster.stop();
    const wal = path.join(folder, "pg_wal");
    cpSync(wal, options.walFolder, { recursive: true });
    rmSync(wal, { recursive: true });
    symlinkSync(options.walFolder, wal);
    const { uid, gid } = statSync(folder);
    for (const file of [".", ...readdirSync(options.walFolder, { recursive: true, encoding: "utf8" })]) {
      chownSync(path.join(options.walFolder, file), uid, gid);
    }
    cluster = await open();
  }
  const address = new URL(cluster.connectionString);
  address.port = port;
  return {
    connectionString: address.href,
    crash: async (signal) => {
      const { pid } = readPostmasterFile(folder)!;
      process.kill(pid, signal);
      while (runsCluster(pid, folder)) await delay(5);
      // PostgreSQL has stopped by then, and only its folder remains to be removed.
      await cluster.stop();
    },
    restart: async () => {
      await cluster.stop();
      cluster = await open();
    },
    pid: () => {
      const pid = readPostmasterFile(folder)?.pid;
      return pid !== undefined && runsCluster(pid, folder) ? pid : undefined;
    },
    close: async () => {
      await cluster.stop();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
