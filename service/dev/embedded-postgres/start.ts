import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { answersOrIsMade } from "./connection.ts";
import { failure } from "./failure.ts";
import { logSize, logTail } from "./files.ts";
import {
  type ClusterHome,
  lostItsPrograms,
  type Postmaster,
  readPostmasterFile,
  runsCluster,
  spawnPostmaster,
  stopPostmaster,
} from "./postmaster.ts";

export type RunningServer = { postmaster: Postmaster; port: number };

type Notice = (text: string) => void;
type Outcome = "ready" | "gone" | "silent";

// An orphaned server that shows no progress for this long has hung.
const SILENCE_MS = 8_000;
// A server that was just started may need this long on a busy machine.
const START_MS = 60_000;
const RECOVERY_MS = 600_000;
const RECOVERY_NOTICE_MS = 3_000;
const RETRY_MS = 10_000;

// The port was taken after we found it free, or processes of a killed server have not all exited yet.
const PASSING_TROUBLE =
  /Address already in use|could not bind|pre-existing shared memory block|is still in use|lock file "postmaster.pid" already exists/;

/** Takes over the server that a killed process left running, or stops it so that a new one can start. */
export async function adopt(
  home: ClusterHome,
  password: string,
  notice: Notice,
): Promise<RunningServer | undefined> {
  const file = readPostmasterFile(home.cluster);
  if (!file || !runsCluster(file.pid, home.cluster)) return undefined;
  const { pid } = file;
  const postmaster = { pid, isAlive: () => runsCluster(pid, home.cluster) };
  if (!lostItsPrograms(pid)) {
    const outcome = await waitForAnswer(home, postmaster, password, notice, SILENCE_MS);
    const port = readPostmasterFile(home.cluster)?.port;
    if (outcome === "ready" && port) {
      notice("Took over the database that an earlier process had left running.");
      return { postmaster, port };
    }
  }
  await stopPostmaster(postmaster, home.programs);
  return undefined;
}

/** Starts the server on a free port or the given one, and waits until the database accepts connections. */
export async function launch(
  home: ClusterHome,
  password: string,
  notice: Notice,
  fixedPort?: number,
): Promise<RunningServer> {
  const deadline = performance.now() + RETRY_MS;
  for (;;) {
    const before = logSize(home.dataDir);
    const port = fixedPort ?? (await findFreePort());
    // adopt() has verified that the process with this id is not our server.
    const foreignPid = readPostmasterFile(home.cluster)?.pid;
    const postmaster = await spawnPostmaster(home, port, foreignPid);
    home.onStarted();
    const outcome = await waitForAnswer(home, postmaster, password, notice, START_MS).catch(
      async (error: Error) => {
        await stopPostmaster(postmaster, home.programs);
        throw error;
      },
    );
    if (outcome === "ready") return { postmaster, port };
    await stopPostmaster(postmaster, home.programs);
    const log = logTail(home.dataDir, before);
    if (!PASSING_TROUBLE.test(log) || performance.now() > deadline) {
      throw failure(`The database in ${home.cluster} does not start`, home.dataDir, log);
    }
    await delay(20);
  }
}

async function waitForAnswer(
  home: ClusterHome,
  postmaster: Postmaster,
  password: string,
  notice: Notice,
  silenceMaxMs: number,
): Promise<Outcome> {
  const start = performance.now();
  let lastSign = start;
  let reported = false;
  while (postmaster.isAlive()) {
    const file = readPostmasterFile(home.cluster);
    const now = performance.now();
    const status = file?.pid === postmaster.pid ? file.status : "";
    if (status === "stopping") return "silent";
    if (file && status === "ready" && (await answersOrIsMade(home.dataDir, file.port, password)))
      return "ready";
    // Crash recovery takes as long as it needs, and interrupting it would gain nothing.
    if (status === "starting" && now - start < RECOVERY_MS) lastSign = now;
    if (status === "starting" && now - start > RECOVERY_NOTICE_MS && !reported) {
      reported = true;
      notice("The database was not closed properly the last time and is now repairing itself; please wait.");
    }
    if (performance.now() - lastSign > silenceMaxMs) return "silent";
    await delay(5);
  }
  return "gone";
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
