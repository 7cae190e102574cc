import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { linkPackages, root } from "./folder.ts";
import { type Guide, preludeOf } from "./guide.ts";

const options = {
  target: "es2024",
  module: "nodenext",
  moduleDetection: "force",
  types: ["node"],
  strict: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The type errors in the programs of all guides, by guide, with the guide's line numbers. One run checks them all. */
export async function typeFaults(guides: readonly Guide[], sdk: string): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-types-"));
  linkPackages(path.join(folder, "node_modules"), sdk);
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["*/*.ts"] }),
  );
  const lines = new Map<string, number>();
  for (const guide of guides) {
    const { name, steps } = guide;
    mkdirSync(path.join(folder, name));
    for (const { file, code } of preludeOf(guide, guides).files)
      if (file.endsWith(".ts")) writeFileSync(path.join(folder, name, file), code);
    for (const { language, file, code, line } of steps) {
      if (language !== "ts") continue;
      const saved = path.join(name, file ?? programName(line, language));
      lines.set(saved, line);
      writeFileSync(path.join(folder, saved), code);
    }
  }
  const said = lines.size === 0 ? "" : await compile(folder);
  rmSync(folder, { recursive: true });
  const faults = new Map<string, string[]>();
  for (const [, file = "", row = "", message = ""] of said.matchAll(
    /^(\S+?)\((\d+),\d+\): error (.*(?:\n .*)*)/gm,
  )) {
    const guide = path.dirname(file);
    const line = (lines.get(path.normalize(file)) ?? 1) + Number(row) - 1;
    faults.set(guide, [...(faults.get(guide) ?? []), `line ${line}: ${message}`]);
  }
  // Any other output of the compiler concerns all guides.
  if (said.trim() !== "" && faults.size === 0) throw new Error(said);
  return faults;
}

/** A program without a name is saved under its line number in the guide. */
export const programName = (line: number, language: string) => `line-${line}.${language}`;

const compile = (folder: string) =>
  new Promise<string>((resolve) => {
    const tsc = path.join(root, "node_modules/.bin/tsc");
    execFile(tsc, ["--noEmit", "--pretty", "false", "-p", folder], { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
