import { statfsSync } from "node:fs";
import { logFile } from "./files.ts";

const FULL_DISK_BYTES = 4 * 1024 * 1024;
const FULL_DISK = "The disk is full: free some space, then start again.";

const ADVICE: [RegExp, string][] = [
  [/No space left on device|Check free disk space|Disk quota exceeded/, FULL_DISK],
  [/Cannot allocate memory/, "The machine is short of memory: stop other programs, then start again."],
  [/wrong ownership|Permission denied/, "Start Billfold as the user who made the data folder."],
  [/administrative permissions/, "Start Billfold as an ordinary user, not as an administrator."],
  [
    /could not locate a valid checkpoint/,
    "The database files are damaged: bring the data folder back from a backup.",
  ],
];

/** Describes the failure, what to do about it, and PostgreSQL's own output. */
export function failure(what: string, dataDir: string, words: string): Error {
  const known = ADVICE.find(([pattern]) => pattern.test(words))?.[1];
  // On a full disk PostgreSQL often cannot log that the disk is full.
  const advice = known ?? (isDiskFull(dataDir) ? FULL_DISK : `See ${logFile(dataDir)} for the whole story.`);
  return new Error(`${what}. ${advice}${words ? ` PostgreSQL says:\n${words}` : ""}`);
}

function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FULL_DISK_BYTES;
}
