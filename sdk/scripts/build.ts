import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes the package as it is published: JavaScript and its types, and nothing of the workspace. */
export function buildSdk(folder = path.join(sdk, "dist")): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compile(folder);
  nameBuiltFiles(folder);
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  for (const file of ["README.md", "CHANGELOG.md"])
    copyFileSync(path.join(sdk, file), path.join(folder, file));
  return folder;
}

/** Packs what was built as npm would publish it, and gives the tarball. */
export function packSdk(built: string, folder: string): string {
  const words = ["pack", "--pack-destination", folder, "--loglevel=error"];
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync("npm", words, { cwd: built, encoding: "utf8", shell });
  if (status !== 0) throw new Error(`The SDK can't be packed:\n${stderr}`);
  return path.join(folder, stdout.trim().split("\n").at(-1)!);
}

const sdk = path.dirname(import.meta.dirname);

function compile(folder: string): void {
  const compiler = path.join(sdk, "../node_modules/@typescript/native/bin/tsc");
  const words = [compiler, "-p", path.join(sdk, "tsconfig.json"), "--noEmit", "false", "--outDir", folder];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The SDK does not compile:\n${stdout}`);
}

/** The compiler names JavaScript in JavaScript, but goes on naming the sources in the types. */
function nameBuiltFiles(folder: string): void {
  for (const file of globSync("**/*.d.ts", { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const named = text.replace(/((?:from |import\()"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"');
    writeFileSync(path.join(folder, file), named);
  }
}

type Manifest = {
  name: string;
  version: string;
  description: string;
  keywords: string[];
  exports: Record<string, string>;
};

function manifest() {
  const own = JSON.parse(readFileSync(path.join(sdk, "package.json"), "utf8")) as Manifest;
  const exportPaths = Object.entries(own.exports).map(([name, source]) => {
    const built = source.replace("./src/", "./").replace(/\.ts$/, "");
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    keywords: own.keywords,
    license: licenceOf(),
    type: "module",
    sideEffects: false,
    engines: { node: ">=18" },
    exports: { ...Object.fromEntries(exportPaths), "./package.json": "./package.json" },
    files: ["**/*.js", "**/*.d.ts", "CHANGELOG.md"],
  };
}

/** The owner chooses it in the repository's own package.json, for every package. */
function licenceOf(): string {
  const workspace = readFileSync(path.join(sdk, "../package.json"), "utf8");
  return (JSON.parse(workspace) as { license: string }).license;
}

if (import.meta.main) console.log(`The package is in ${buildSdk()}`);
