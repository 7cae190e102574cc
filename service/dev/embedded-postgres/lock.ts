import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

export type ClusterUse = "serve" | "command";
export type LockHolder = { pid: number; use: ClusterUse };

const SQLITE_BUSY = 5;

// A lock is closed, and so lost, when its object is garbage-collected; this set keeps each one reachable.
const heldLocks = new Set<DatabaseSync>();

/**
 * Locks the data folder for this process, or returns undefined when another process holds it. Node has no file locks,
 * and SQLite's are the kernel's: they end with the process however it dies, and they work between containers that share
 * the folder, which a socket name or a process id would not.
 */
export function tryToHold(dataDir: string, use: ClusterUse): (() => void) | undefined {
  const lock = openLock(dataDir);
  try {
    // Nothing is ever written, so that the lock also works on a full disk and leaves no journal behind.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    writeHolder(dataDir, { pid: process.pid, use });
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new Error(`The data folder ${dataDir} cannot be locked: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  heldLocks.add(lock);
  return () => {
    if (!heldLocks.delete(lock)) return;
    rmSync(holderFile(dataDir), { force: true });
    lock.close();
  };
}

/**
 * The process that holds the data folder, as it recorded itself; just after a change this may still be the previous
 * one.
 */
export function readHolder(dataDir: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(dataDir), "utf8")) as LockHolder;
  } catch {
    return undefined;
  }
}

function openLock(dataDir: string): DatabaseSync {
  const file = path.join(dataDir, "billfold.lock");
  try {
    // SQLite would open a read-only file without an error, and then lock nothing.
    if (existsSync(file)) accessSync(file, constants.W_OK);
    return new DatabaseSync(file);
  } catch (error) {
    throw new Error(
      `Cannot write to the data folder ${dataDir}: check who owns it, or give another with BILLFOLD_DATA_DIR.`,
      { cause: error },
    );
  }
}

function holderFile(dataDir: string): string {
  return path.join(dataDir, "billfold.lock.json");
}

function writeHolder(dataDir: string, holder: LockHolder): void {
  // The rename prevents a reader from seeing a partial file.
  const draft = `${holderFile(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify(holder));
  renameSync(draft, holderFile(dataDir));
}
