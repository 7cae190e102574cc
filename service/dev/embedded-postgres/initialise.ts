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
  /** False leaves the files to the operating system's leisure, which only a throw-away cluster can afford. */
  sync: boolean;
  onStarted: () => void;
};

const DRAFT_PREFIX = "postgres.new-";
const WINDOWS = process.platform === "win32";
// One call for the whole file system, where there is one, in place of one for each of a thousand files.
const syncing = process.platform === "linux" ? ["--sync-method=syncfs"] : [];

/** Initialises a draft folder and renames it when whole, so that an interrupted first run leaves nothing in the way. */
export async function initialise(wanted: NewCluster): Promise<void> {
  const { dataDir, cluster, account } = wanted;
  removeDrafts(dataDir);
  // Each run has a draft of its own, because the initdb of a killed process may still be writing to the last one.
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
  // A program that cannot be started at all makes this throw, and its message says why.
  const [code, signal] = await once(child, "close");
  if (code === 0) return;
  // The code of a program that lacks a library; npm links those in a script that it may not be allowed to run.
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
      // The open file is reached by its number, since the account may not reach it by its path.
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
      // An initdb that outlived its process can still add files; the next first run removes what is left.
    }
  }
}

function syncFolder(folder: string): void {
  // Windows has no such call for folders, and its file systems journal a rename by themselves.
  if (WINDOWS) return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
