import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrationsFolder } from "../src/platform/db/migrations/migration-files.ts";

const here = path.join(import.meta.dirname, "next-migrations");

/** A folder with all migrations and those of a next version. */
export function nextVersion(...names: ("additions" | "contraction")[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-next-version-"));
  cpSync(migrationsFolder, folder, { recursive: true });
  for (const name of names) {
    const number = String(readdirSync(folder).length + 1).padStart(4, "0");
    copyFileSync(path.join(here, `${name}.sql`), path.join(folder, `${number}_${name}.sql`));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export type MigrationRun = {
  /** What it has printed: warnings while it waits for locks, and in the end what it applied. */
  lines(): string[];
  kill(): Promise<void>;
  ended(): Promise<number | null>;
};

/** Applies the migrations of a folder in a process of its own, as a new version would. */
export function startMigration(connectionString: string, folder: string): MigrationRun {
  const program = path.join(import.meta.dirname, "migration-process.ts");
  const child: ChildProcess = spawn(process.execPath, [program, connectionString, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const closed = once(child, "close").then(([code]) => code as number | null);
  return {
    lines: () => output.split("\n").filter((line) => line !== ""),
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
    ended: () => closed,
  };
}
