import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Sets the clocks of single processes, by libfaketime. */
export type NodeClocks = {
  /** The environment with which the process must be started. */
  settingsOf(index: number): Record<string, string>;
  /** Takes effect within a second. */
  set(index: number, offsetSeconds: number): void;
  close(): void;
};

/** Undefined where libfaketime is neither installed nor named by `BILLFOLD_FAKETIME`. */
export function openNodeClocks(): NodeClocks | undefined {
  const library = findLibrary();
  if (!library) return undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-clocks-"));
  const fileOf = (index: number) => path.join(folder, String(index));
  const set = (index: number, offsetSeconds: number) =>
    writeFileSync(fileOf(index), `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}\n`);
  return {
    settingsOf: (index) => {
      if (!existsSync(fileOf(index))) set(index, 0);
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(index),
        FAKETIME_CACHE_DURATION: "1",
        // Timers of Node use the monotonic clock, which does not jump on a real machine either.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };
    },
    set,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function findLibrary(): string | undefined {
  if (process.env.BILLFOLD_FAKETIME) return process.env.BILLFOLD_FAKETIME;
  if (process.platform !== "linux") return undefined;
  const folders = readdirSync("/usr/lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => path.join("/usr/lib", name, "faketime", "libfaketimeMT.so.1"))
    .find((file) => existsSync(file));
}
