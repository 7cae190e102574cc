import { readFileSync } from "node:fs";
import path from "node:path";

type Manifest = Record<string, unknown> & { name: string; version: string };

/** The package's package.json, made from the service's and the versions that the repository pins. */
export function packageManifest(root: string): Manifest {
  const workspace = readManifest(root, ".");
  const service = readManifest(root, "service");
  const { node } = workspace.dependencies as Record<string, string>;
  return {
    name: service.name,
    version: service.version,
    description: workspace.description,
    license: workspace.license,
    // Without a licence it must not be published by accident; it can still be packed and installed.
    ...(workspace.license === "UNLICENSED" && { private: true }),
    type: "module",
    bin: { billfold: "service/bin/billfold.mjs" },
    engines: workspace.engines,
    files: ["service", "docs", "deploy", "sdk", "openapi.json", "CHANGELOG.md"],
    dependencies: service.dependencies,
    // Optional, because npm may be configured to run no install scripts, and the machine's own Node may be new
    // enough.
    optionalDependencies: { node },
    bundleDependencies: ["billfold-sandbox"],
  };
}

/** The service reads its own version from this file. */
export function serviceManifest(root: string): Manifest {
  const { name, version, type } = readManifest(root, "service");
  return { name, version, private: true, type };
}

/** The sandbox is bundled in the package, because it is not published. */
export function sandboxManifest(root: string): Manifest {
  const sandbox = readManifest(root, "sandbox");
  const places = Object.entries(sandbox.exports as Record<string, string>);
  const exports = Object.fromEntries(places.map(([name, file]) => [name, file.replace(/\.ts$/, ".js")]));
  return { ...sandbox, exports };
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as Manifest;
}
