import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { packageManifest, sandboxManifest, serviceManifest } from "./manifest.ts";

const root = path.join(import.meta.dirname, "../..");

/**
 * The files that an installed service reads, at the same paths as in the repository, so that its code need not
 * differ.
 */
const copied = [
  "openapi.json",
  "docs",
  "CHANGELOG.md",
  "service/migrations",
  "service/assets",
  "sdk/verify-books.mjs",
  "sdk/verify-checkpoint.mjs",
  "sdk/verify-totals.mjs",
  // These are listed one by one, because people who try the examples keep settings and certificates next to them.
  ...["billfold.service", "billfold-worker.service", "nginx.conf", "nginx-upstream.conf", ".env.example"].map(
    (name) => `deploy/${name}`,
  ),
  ...["etcd.env", "patroni.env", "patroni.yml", "haproxy.cfg", "billfold.env"].map(
    (name) => `deploy/cluster/${name}`,
  ),
];
const compiled: readonly [from: string, to: string][] = [
  ["service/bin", "service/bin"],
  ["service/src", "service/src"],
  ["service/dev", "service/dev"],
  // npm only finds a bundled package in node_modules.
  ["sandbox/src", "node_modules/billfold-sandbox/src"],
];

/** Writes the files that npm packs to a folder, which is emptied first. */
export function stagePackage(target: string): void {
  for (const [built, script] of [
    ["service/assets/site/en/app.html", "build:site"],
    ["service/assets/docs/bundle.json", "build:docs"],
  ] as const) {
    if (!existsSync(path.join(root, built)))
      throw new Error(`${built} is missing, and the package carries it built. Build it: npm run ${script}`);
  }
  rmSync(target, { recursive: true, force: true });
  for (const name of copied) cpSync(path.join(root, name), path.join(target, name), { recursive: true });
  for (const [from, to] of compiled) compileFolder(path.join(root, from), path.join(target, to));
  cpSync(path.join(root, "service/README.md"), path.join(target, "README.md"));
  writeJson(path.join(target, "package.json"), packageManifest(root));
  writeJson(path.join(target, "service/package.json"), serviceManifest(root));
  writeJson(path.join(target, "node_modules/billfold-sandbox/package.json"), sandboxManifest(root));
}

/** Node does not strip types below node_modules, where a package is installed. */
function compileFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !isProgram(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const made = path.join(to, path.relative(from, file)).replace(/\.ts$/, ".js");
    mkdirSync(path.dirname(made), { recursive: true });
    writeFileSync(made, compile(file));
  }
}

function isProgram(name: string): boolean {
  return /\.(ts|mjs)$/.test(name) && !/\.(test|fixture)\.ts$/.test(name);
}

/** Types become spaces, so that stack traces have the lines and columns of the source. */
function compile(file: string): string {
  const source = readFileSync(file, "utf8");
  const plain = file.endsWith(".ts") ? stripTypeScriptTypes(source) : source;
  return plain.replaceAll(/(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"');
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
