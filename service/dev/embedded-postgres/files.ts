import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type Account, canEnter } from "./account.ts";

export const SUPERUSER = "billfold";

const LOG_LIMIT_BYTES = 4 * 1024 * 1024;
const LOG_KEPT_BYTES = 256 * 1024;

/** Creates the data folder if it is missing, and returns its canonical path, which all processes use. */
export function prepareDataDir(dataDir: string): string {
  try {
    const made = mkdirSync(dataDir, { recursive: true });
    // PostgreSQL's user must be able to traverse the folder, whatever root's umask is.
    if (made && process.getuid?.() === 0) chmodSync(dataDir, 0o755);
    return realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `Cannot make the data folder ${path.resolve(dataDir)}: ${(error as Error).message}. ` +
        "Give another one with BILLFOLD_DATA_DIR.",
      { cause: error },
    );
  }
}

/** Whether the folder holds a cluster that this version can open; throws when it holds something else. */
export function hasCluster(cluster: string, major: string): boolean {
  const entry = lstatSync(cluster, { throwIfNoEntry: false });
  if (!entry) return false;
  // A link to a disk that is not mounted must not be mistaken for a first run, which would start an empty database.
  if (!statSync(cluster, { throwIfNoEntry: false })) {
    throw new Error(
      `${cluster} leads to a folder that is not there. Bring that folder back, then start again.`,
    );
  }
  if (entry.isDirectory() && readdirSync(cluster).length === 0) {
    rmdirSync(cluster);
    return false;
  }
  const written = readIfThere(path.join(cluster, "PG_VERSION"))?.trim();
  if (written === undefined) {
    throw new Error(
      `${cluster} holds files that are not a PostgreSQL database. Move them away, then start again.`,
    );
  }
  if (written !== major) {
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${written}, and this version of Billfold brings PostgreSQL ${major}. ` +
        "Start the version of Billfold that wrote it, or move the folder away to begin with an empty database.",
    );
  }
  return true;
}

export function passwordFile(dataDir: string): string {
  return path.join(dataDir, "postgres.password");
}

/** The superuser's password, generated on the first run and readable only by the owner of the data folder. */
export function readPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir);
  try {
    return readIfThere(file)?.trim() || undefined;
  } catch (error) {
    throw new Error(
      `${file} cannot be read: ${(error as Error).message}. Start Billfold as the user who made the data folder.`,
      { cause: error },
    );
  }
}

/** Returns ownership of a cluster that root has restored or copied to the user that runs PostgreSQL. */
export function changeOwner(account: Account | undefined, cluster: string): void {
  if (!account || statSync(cluster).uid === account.uid) return;
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  chmodSync(cluster, 0o700);
  // The folder itself comes last, because its owner indicates that everything below it has been changed.
  chownSync(cluster, account.uid, account.gid);
}

/**
 * The path by which the account refers to a folder when it is started inside it. On Linux it works even below a folder
 * that the account cannot access, such as /root, because it does not traverse the parents.
 */
export function nameFor(account: Account | undefined, folder: string): string {
  if (!account || canEnter(folder, account)) return folder;
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new Error(
    `PostgreSQL runs as the user ${account.name}, who cannot reach ${folder}. ` +
      "Open the folders above it with chmod o+x, or give another data folder with BILLFOLD_DATA_DIR.",
  );
}

/** PostgreSQL gets only these variables, because the service's own environment contains secrets. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === "win32") return { ...process.env, LC_ALL: "C" };
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

export function logFile(dataDir: string): string {
  return path.join(dataDir, "postgres.log");
}

/** Opens the log for appending, and first drops its oldest part if it has grown large. */
export function openLog(dataDir: string): number {
  const file = logFile(dataDir);
  if (logSize(dataDir) > LOG_LIMIT_BYTES) {
    writeFileSync(file, readFileSync(file).subarray(-LOG_KEPT_BYTES));
  }
  return openSync(file, "a", 0o600);
}

export function logSize(dataDir: string): number {
  return statSync(logFile(dataDir), { throwIfNoEntry: false })?.size ?? 0;
}

/** The last lines written since the log had the given size. */
export function logTail(dataDir: string, since: number): string {
  const log = readFileSync(logFile(dataDir));
  // A log that is shorter than before was truncated at the start, so all of its content is recent.
  const text = log.subarray(since <= log.length ? since : 0).toString("utf8");
  return text.trim().split("\n").slice(-12).join("\n");
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
