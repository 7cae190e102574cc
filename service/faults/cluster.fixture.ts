import { chmodSync, mkdtempSync, rmSync } from "node:fs";
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
  close(): Promise<void>;
};

export async function startDurableCluster(): Promise<DurableCluster> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "billfold-faults-"));
  chmodSync(dataDir, 0o755);
  const folder = path.join(dataDir, "postgres");
  // The port does not change, so that clients can reconnect.
  const port = String(await freePort());
  // This delay ensures that a commit that does not wait for the disk is lost in a crash.
  const settings = { port, wal_writer_delay: "10s" };
  const open = () => openEmbeddedCluster({ dataDir, use: "serve", settings });
  let cluster = await open();
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
      cluster = await open();
    },
    close: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
