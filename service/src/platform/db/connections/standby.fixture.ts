import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { chooseAccount, findPrograms } from "../../../../dev/embedded-postgres/account.ts";
import { openEmbeddedCluster } from "../../../../dev/embedded-postgres/embedded-postgres.ts";
import { changeOwner } from "../../../../dev/embedded-postgres/files.ts";
import {
  type Postmaster,
  readPostmasterFile,
  runsCluster,
  spawnPostmaster,
  stopPostmaster,
} from "../../../../dev/embedded-postgres/postmaster.ts";
import { childrenOf, signal } from "../../../../test/child-processes.ts";
import { freePort } from "../../../../test/free-port.ts";

/** A primary and its streaming standby: two real servers with the same data. */
export type ReplicatedPair = {
  /** Names both servers, the standby first. */
  databaseUrl: string;
  primaryPort: number;
  standbyPort: number;
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
};

export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const folders = ["primary", "standby"].map((name) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), `billfold-${name}-`));
    chmodSync(folder, 0o755);
    return folder;
  });
  const [primaryDir, standbyDir] = folders as [string, string];
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const open = () =>
    openEmbeddedCluster({ dataDir: primaryDir, use: "serve", settings: { port: String(primaryPort) } });
  const first = await open();
  const url = new URL(first.connectionString);
  await first.stop();
  const cluster = path.join(standbyDir, "postgres");
  cpSync(path.join(primaryDir, "postgres"), cluster, { recursive: true });
  writeFileSync(path.join(cluster, "standby.signal"), "");
  appendFileSync(
    path.join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${url.username} password=${url.password}'\n`,
  );
  const account = chooseAccount(path.join(primaryDir, "postgres"));
  const programs = findPrograms(account, () => undefined);
  changeOwner(account, cluster);
  const primary = await open();
  const home = { dataDir: standbyDir, cluster, programs, account, settings: {}, onStarted: () => undefined };
  const standby: Postmaster = await spawnPostmaster(home, standbyPort);
  const at = (port: number) => `postgresql://${url.username}:${url.password}@127.0.0.1:${port}/billfold`;
  while (!(await replays(at(standbyPort)))) await delay(50);
  return {
    databaseUrl: `postgresql://${url.username}:${url.password}@127.0.0.1:${standbyPort},127.0.0.1:${primaryPort}/billfold?target_session_attrs=read-write`,
    primaryPort,
    standbyPort,
    killPrimary: async () => {
      const folder = path.join(primaryDir, "postgres");
      const { pid } = readPostmasterFile(folder)!;
      // A backend outlives its postmaster until it notices, and could still answer a request: all of them are killed,
      // as when a machine loses its power.
      const processes = [pid, ...childrenOf(pid)];
      for (const one of processes) signal(one, "SIGKILL");
      while (processes.some((one) => runsCluster(one, folder))) await delay(5);
    },
    promoteStandby: async () => {
      await ask(at(standbyPort), "select pg_promote()");
    },
    close: async () => {
      await primary.stop();
      await stopPostmaster(standby, programs);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const replays = (url: string) =>
  ask(url, "select from pg_stat_wal_receiver where status = 'streaming'").then(
    (rows) => rows.length === 1,
    () => false,
  );

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
