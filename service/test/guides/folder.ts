import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export const root = path.join(import.meta.dirname, "../../..");

/** A folder that looks like the reader's clone, and can be written to without changing the real one. */
export type Folder = {
  at: string;
  save(file: string, text: string): string;
  remove(): void;
};

// These programs find the repository's root by their own location.
const copied = ["scripts", "examples"];
// Build output, stored data, and files that a reader creates.
const notLinked = [".git", "data", "node_modules", ...copied];

export function makeFolder(sdk: string): Folder {
  const at = mkdtempSync(path.join(os.tmpdir(), "billfold-guide-"));
  for (const entry of readdirSync(root).filter((name) => !notLinked.includes(name))) {
    symlinkSync(path.join(root, entry), path.join(at, entry));
  }
  for (const entry of copied) cpSync(path.join(root, entry), path.join(at, entry), { recursive: true });
  linkPackages(path.join(at, "node_modules"), sdk);
  return {
    at,
    save: (file, text) => {
      writeFileSync(path.join(at, file), text);
      return path.join(at, file);
    },
    remove: () => rmSync(at, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Links all installed packages, except the SDK, which is the published one. */
export function linkPackages(to: string, sdk: string): void {
  mkdirSync(to);
  const installed = path.join(root, "node_modules");
  for (const entry of readdirSync(installed).filter((name) => name !== "billfold-sdk")) {
    symlinkSync(path.join(installed, entry), path.join(to, entry));
  }
  symlinkSync(sdk, path.join(to, "billfold-sdk"));
}
