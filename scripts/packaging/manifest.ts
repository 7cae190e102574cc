import { readFileSync } from "node:fs";
import path from "node:path";

type Manifest = Record<string, unknown> & { name: string; version: string };

/** The package.json of the package, made of the service's own and of what the repository pins. */
export function packageManifest(root: string): Manifest {
  const workspace = readManifest(root, ".");
  const service = readManifest(root, "service");
  const { node } = workspace.dependencies as Record<string, string>;
  return {
    name: service.name,
    version: service.version,
    description: workspace.description,
    license: workspace.license,
    // What is not licensed to the public is not published by accident either; packing and installing it is free.
    private: true,
    type: "module",
    bin: { billfold: "service/bin/billfold.mjs" },
    engines: workspace.engines,
    files: ["service", "docs", "deploy", "openapi.json", "CHANGELOG.md"],
    dependencies: service.dependencies,
    // A machine whose own Node is new enough does not miss it where npm may run no install scripts.
    optionalDependencies: { node },
    bundleDependencies: ["billfold-sandbox"],
  };
}

/** For whatever of the service reads its own version. */
export function serviceManifest(root: string): Manifest {
  const { name, version, type } = readManifest(root, "service");
  return { name, version, private: true, type };
}

/** The sandbox comes along inside the package, since it is published nowhere. */
export function sandboxManifest(root: string): Manifest {
  const sandbox = readManifest(root, "sandbox");
  const places = Object.entries(sandbox.exports as Record<string, string>);
  const exports = Object.fromEntries(places.map(([name, file]) => [name, file.replace(/\.ts$/, ".js")]));
  return { ...sandbox, exports };
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as Manifest;
}
