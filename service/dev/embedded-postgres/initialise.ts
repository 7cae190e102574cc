import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Account, PostgresPrograms } from "./account.ts";
import { failure } from "./failure.ts";
import { nameFor, passwordFile, postgresEnvironment, readPassword, SUPERUSER } from "./files.ts";

type NewCluster = {
  dataDir: string;
  cluster: string;
  programs: PostgresPrograms;
  account: Account | undefined;
  /** False leaves flushing to the operating system, which is only acceptable for a throw-away cluster. */
  sync: boolean;
  onStarted: () => void;
};

const DRAFT_PREFIX = "postgres.new-";
const WINDOWS = process.platform === "win32";
// Where it is available, one call flushes the whole file system instead of one call for each of a thousand files.
const syncing = process.platform === "linux" ? ["--sync-method=syncfs"] : [];

/**
 * Initialises a draft folder and renames it once complete, so that an interrupted first run does not block the next
 * one.
 */
export async function initialise(wanted: NewCluster): Promise<void> {
  const { dataDir, cluster, account } = wanted;
  removeDrafts(dataDir);
  // Each run has its own draft, because the initdb of a killed process may still be writing to the previous one.
  const draft = path.join(dataDir, DRAFT_PREFIX + randomBytes(6).toString("hex"));
  const passwordCopy = `${draft}.password`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordCopy, readPassword(dataDir) ?? keepNewPassword(dataDir), { mode: 0o600 });
    if (account) {
      chownSync(draft, account.uid, account.gid);
      chownSync(passwordCopy, account.uid, account.gid);
    }
    await runInitdb(wanted, draft, passwordCopy);
    renameSync(draft, cluster);
    if (wanted.sync) syncFolder(dataDir);
  } finally {
    removeDrafts(dataDir);
  }
}

async function runInitdb(wanted: NewCluster, draft: string, passwordCopy: string): Promise<void> {
  const password = openSync(passwordCopy, "r");
  const child = startInitdb(wanted, draft, passwordCopy, password);
  closeSync(password);
  wanted.onStarted();
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words += text;
  });
  // This throws if the program cannot be started at all, and the error says why.
  const [code, signal] = await once(child, "close");
  if (code === 0) return;
  // Code 127 means that a library is missing; npm links the libraries in an install script, which may be disabled.
  const cure = code === 127 ? ", which 'npm rebuild --ignore-scripts=false' may mend" : "";
  const what = `The database could not be prepared in ${wanted.dataDir} (initdb ended with ${code ?? signal}${cure})`;
  throw failure(what, wanted.dataDir, words.trim());
}

function startInitdb(
  { programs, account, sync }: NewCluster,
  draft: string,
  passwordCopy: string,
  password: number,
): ChildProcess {
  return spawn(
    path.join(programs.folder, "bin", WINDOWS ? "initdb.exe" : "initdb"),
    [
      `--pgdata=${nameFor(account, draft)}`,
      `--username=${SUPERUSER}`,
      // The open file is passed as standard input, since the account may not have access to its path.
      `--pwfile=${WINDOWS ? passwordCopy : "/dev/stdin"}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
      ...(sync ? syncing : ["--no-sync"]),
    ],
    {
      cwd: draft,
      uid: account?.uid,
      gid: account?.gid,
      env: postgresEnvironment(),
      detached: true,
      windowsHide: true,
      stdio: [password, "ignore", "pipe"],
    },
  );
}

function keepNewPassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  const password = randomBytes(24).toString("hex");
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return password;
}

function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    try {
      rmSync(path.join(dataDir, name), { recursive: true, force: true });
    } catch {
      // An initdb that outlived its process can still add files; the next first run removes them.
    }
  }
}

function syncFolder(folder: string): void {
  // Windows cannot sync folders, and its file systems journal renames.
  if (WINDOWS) return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
