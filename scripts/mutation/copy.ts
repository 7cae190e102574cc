import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type Copy = { folder: string; remove(): void };

/** Build output of the site and the SDK, which git ignores. */
const built = ["service/assets/site", "sdk/dist"];

/** Copies the working tree, including uncommitted changes: mutants are only ever written to the copy. */
export function copyTree(root: string): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), "billfold-mutants-"));
  for (const file of filesOf(root)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  for (const name of built) {
    if (existsSync(path.join(root, name))) symlinkSync(path.join(root, name), path.join(folder, name));
  }
  for (const owner of ["", ...workspacesOf(root)]) {
    const modules = path.join(owner, "node_modules");
    if (existsSync(path.join(root, modules))) {
      linkModules(path.join(root, modules), path.join(folder, modules));
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** npm gives a workspace packages of its own where another one needs a different version. */
function workspacesOf(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    workspaces: string[];
  };
  return workspaces;
}

/** A hash of the content: results for a tree stay valid while it does not change. */
export function hashOfTree(root: string): string {
  const hash = createHash("sha256");
  for (const file of filesOf(root)) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex").slice(0, 12);
}

function filesOf(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  const isFile = (file: string) =>
    file !== "" && lstatSync(path.join(root, file), { throwIfNoEntry: false })?.isFile();
  return listed.split("\0").filter(isFile).sort();
}

/** Caches of tools; the copy has its own. */
const kept = new Set([".cache", ".vite", ".vite-temp", ".vitest"]);

// Each package has its own link, because links to our workspaces must lead into the copy.
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from).filter((name) => !kept.has(name))) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    const isOurs = lstatSync(source).isSymbolicLink();
    symlinkSync(isOurs ? readlinkSync(source) : source, target);
  }
}
