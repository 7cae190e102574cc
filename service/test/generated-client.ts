import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const root = path.join(import.meta.dirname, "../..");

/** A partner's program around a client that was generated from openapi.json, in a folder of its own. */
export type GeneratedClient = {
  /** What a strict compiler reports, with further options. */
  compile(...further: string[]): Promise<string>;
  run(env: Record<string, string>): Promise<string>;
  remove(): void;
};

/** `program` is the file with the partner's program; `generate` writes the client beside its copy. */
export async function generatedClient(
  program: string,
  generate: (folder: string) => Promise<void>,
): Promise<GeneratedClient> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-generated-client-"));
  await generate(folder);
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync(program, path.join(folder, "walk.ts"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const module = ["--module", "nodenext", "--target", "es2024", "--types", "node"];
  const words = ["--noEmit", "--allowImportingTsExtensions", "--skipLibCheck", "--strict", ...module];
  const compiler = path.join(root, "node_modules/@typescript/native/bin/tsc");
  return {
    compile: (...further) => printed(folder, [compiler, ...words, ...further, "walk.ts"]),
    run: (env) => printed(folder, ["walk.ts"], env),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** All output of a Node program, whether or not it succeeds. */
async function printed(folder: string, words: string[], env: Record<string, string> = {}): Promise<string> {
  const running = promisify(execFile)(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const { stdout, stderr } = await running.catch((failed: { stdout: string; stderr: string }) => failed);
  return stdout + stderr;
}
