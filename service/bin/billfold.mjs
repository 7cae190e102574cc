#!/usr/bin/env node
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, whenNpmIsStopped } from "./hand-over.mjs";

// The first Node that runs TypeScript as it is, without a flag and without a warning.
const OLDEST_NODE = 24;

const self = fileURLToPath(import.meta.url);

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  keepCompiledCode();
  // Each DNS look-up occupies a thread: a few that nobody answers must not keep the others waiting.
  process.env.UV_THREADPOOL_SIZE ??= "16";
  whenNpmIsStopped(() => process.kill(process.pid, "SIGTERM"));
  await import("../src/main.ts");
} else {
  const node = findInstalled("node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (node) {
    process.exitCode = await handOver(node, [self, ...process.argv.slice(2)]);
  } else {
    process.stderr.write(
      `Billfold needs Node ${OLDEST_NODE} or newer, and this is ${process.version}. ` +
        "Install a newer one from https://nodejs.org. One comes with Billfold, if npm may run its install script, " +
        "here by: npm rebuild --ignore-scripts=false\n",
    );
    process.exitCode = 1;
  }
}

/** Loading the program takes less the next time. Where the installation is read-only, nothing is kept. */
function keepCompiledCode() {
  const folder = findInstalled();
  if (!folder || process.env.NODE_COMPILE_CACHE) return;
  const cache = path.join(folder, ".cache", "compiled");
  nodeModule.enableCompileCache(cache);
  // For the processes that this one starts.
  process.env.NODE_COMPILE_CACHE = cache;
}

/** The nearest one in a node_modules folder above us, as Node itself looks for packages. */
function findInstalled(...names) {
  for (let folder = path.dirname(self); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", ...names);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}
