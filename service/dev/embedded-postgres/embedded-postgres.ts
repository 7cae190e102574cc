import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chooseAccount, findPrograms } from "./account.ts";
import { answers, connectionString } from "./connection.ts";
import { changeOwner, hasCluster, passwordFile, prepareDataDir, readPassword } from "./files.ts";
import { initialise } from "./initialise.ts";
import { type ClusterUse, readHolder, tryToHold } from "./lock.ts";
import { type ClusterHome, readPostmasterFile, stopPostmaster } from "./postmaster.ts";
import { adopt, launch, type RunningServer } from "./start.ts";
import { supervise } from "./supervise.ts";

export type { ClusterUse } from "./lock.ts";
export type EmbeddedCluster = { connectionString: string; stop(): Promise<void> };
export type ClusterOptions = {
  dataDir: string;
  use: ClusterUse;
  /** Settings for postgresql.conf in addition to ours, such as fsync=off for tests. */
  settings?: Record<string, string>;
  notice?: (text: string) => void;
  /** Called once PostgreSQL runs in its own process, so that this process can do other work meanwhile. */
  onStarted?: () => void;
  /**
   * With this, the server is started again when it ends. It is called with the reason when that failed several times in
   * a row.
   */
  onLost?: (error: Error) => void;
};

type Notice = (text: string) => void;
type Place = { release: () => void } | { shared: string };

const WAIT_MS = 60_000;
// A process that was just asked to stop still finishes its requests; an immediate restart should not fail because of
// that.
const REFUSE_AFTER_MS = 1_500;

/**
 * Opens the embedded PostgreSQL on the data folder's only cluster. The first process to open it owns the server, and
 * stops it with stop(); a command that runs beside a serving process uses that server and leaves it running.
 */
export async function openEmbeddedCluster(options: ClusterOptions): Promise<EmbeddedCluster> {
  const dataDir = prepareDataDir(options.dataDir);
  const notice = options.notice ?? (() => {});
  const place = await findPlace(dataDir, options.use, notice);
  if ("shared" in place) return { connectionString: place.shared, stop: async () => {} };
  try {
    const home = await prepareHome(dataDir, options, notice);
    const password = readPassword(dataDir);
    if (!password) {
      throw new Error(
        `${passwordFile(dataDir)} is missing, and without it the database does not open. Bring it back from a backup.`,
      );
    }
    const server = (await adopt(home, password, notice)) ?? (await launch(home, password, notice));
    return ownedCluster(server, home, password, { ...options, notice, release: place.release });
  } catch (error) {
    place.release();
    throw error;
  }
}

function ownedCluster(
  server: RunningServer,
  home: ClusterHome,
  password: string,
  { notice, onLost, release }: { notice: Notice; release: () => void } & Pick<ClusterOptions, "onLost">,
): EmbeddedCluster {
  const running = onLost
    ? supervise(server, home, password, { notice, onLost })
    : { stop: () => stopPostmaster(server.postmaster, home.programs) };
  let stopping: Promise<void> | undefined;
  return {
    connectionString: connectionString(server.port, password),
    stop: () => {
      stopping ??= running.stop().finally(release);
      return stopping;
    },
  };
}

async function prepareHome(
  dataDir: string,
  { settings = {}, onStarted = () => {} }: ClusterOptions,
  notice: Notice,
): Promise<ClusterHome> {
  const cluster = path.join(dataDir, "postgres");
  const account = chooseAccount(cluster);
  const programs = findPrograms(account, notice);
  const home = { dataDir, cluster, programs, account, settings, onStarted };
  if (!hasCluster(cluster, programs.version.split(".")[0]!)) {
    notice(`Preparing the database in ${dataDir}, which the first start alone has to do.`);
    await initialise({ ...home, sync: settings.fsync !== "off" });
  }
  changeOwner(account, cluster);
  return home;
}

/** Waits until this process holds the folder or, for a command, until the serving process's server can be used. */
async function findPlace(dataDir: string, use: ClusterUse, notice: Notice): Promise<Place> {
  const startedAt = performance.now();
  let reported = false;
  for (;;) {
    const release = tryToHold(dataDir, use);
    if (release) return { release };
    const holder = readHolder(dataDir);
    if (holder?.use === "serve" && use === "command") {
      const shared = await openShared(dataDir);
      if (shared) return { shared };
    } else if (holder?.use === "serve") {
      if (performance.now() - startedAt > REFUSE_AFTER_MS) throw new Error(refusal(dataDir, holder.pid));
    } else if (holder && !reported) {
      reported = true;
      notice(`Waiting for the command of process ${holder.pid}, which uses ${dataDir}, to finish.`);
    }
    if (performance.now() - startedAt > WAIT_MS) throw new Error(waitingNotice(dataDir, holder?.pid));
    // Two processes that try at the same instant can both miss the lock, so the delay has jitter.
    await delay(5 + Math.random() * 15);
  }
}

async function openShared(dataDir: string): Promise<string | undefined> {
  const file = readPostmasterFile(path.join(dataDir, "postgres"));
  if (file?.status !== "ready") return undefined;
  const password = readPassword(dataDir);
  if (!password || !(await answers(file.port, password))) return undefined;
  return connectionString(file.port, password);
}

function refusal(dataDir: string, pid: number): string {
  return (
    `Another copy (process ${pid}) already serves from ${dataDir}. ` +
    "Stop it, or give this one its own folder with BILLFOLD_DATA_DIR and its own PORT."
  );
}

function waitingNotice(dataDir: string, pid: number | undefined): string {
  return (
    `Another copy${pid ? ` (process ${pid})` : ""} has used ${dataDir} for the last ${WAIT_MS / 1000} seconds. ` +
    "Wait until it is done, or stop it, and try again."
  );
}
