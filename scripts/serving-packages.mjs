import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

// Plain JavaScript without dependencies, because run.mjs uses it on any Node from 20.

/** What these workspaces depend on is bundled when they are built, and never loaded by the service. */
const BUILT = ["site", "embed"];

/** Removes the packages that only building needed, and npm's record that they are installed. */
export function removeBuildPackages(root) {
  rmSync(path.join(root, "node_modules", ".package-lock.json"), { force: true });
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const kept = servingPackages(packages);
  for (const folder of Object.keys(packages)) {
    if (!folder.includes("node_modules/") || kept.has(folder) || packages[folder].link) continue;
    rmSync(path.join(root, folder), { recursive: true, force: true });
  }
}

/** The folders of everything that the other workspaces load, directly or not. */
export function servingPackages(packages) {
  const isPackage = (folder) => folder.includes("node_modules/");
  const waiting = Object.keys(packages).filter((folder) => !isPackage(folder) && !BUILT.includes(folder));
  const kept = new Set();
  while (waiting.length > 0) {
    const folder = waiting.pop();
    if (kept.has(folder)) continue;
    kept.add(folder);
    for (const name of dependenciesOf(packages[folder])) {
      const found = resolve(packages, folder, name);
      if (found !== undefined) waiting.push(found);
    }
  }
  return kept;
}

function dependenciesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node looks for a package: in the folder's own node_modules, then in those of the folders above. */
function resolve(packages, folder, name) {
  for (let from = folder; ; from = path.posix.dirname(from)) {
    const above = from === "." || from === "" ? "" : `${from}/`;
    const candidate = `${above}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (above === "") return undefined;
  }
}
