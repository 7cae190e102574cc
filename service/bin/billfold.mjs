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
  whenNpmIsStopped(() => process.kill(process.pid, "SIGTERM"));
  await import("../src/main.ts");
} else {
  const node = findPinnedNode();
  if (node) {
    process.exitCode = await handOver(node, [self, ...process.argv.slice(2)]);
  } else {
    process.stderr.write(
      `Billfold needs Node ${OLDEST_NODE} or newer, and this is ${process.version}. ` +
        "Install a newer one from https://nodejs.org, or beside Billfold with: npm install node@26\n",
    );
    process.exitCode = 1;
  }
}

function findPinnedNode() {
  const program = process.platform === "win32" ? "node.exe" : "node";
  for (let folder = path.dirname(self); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", "node", "bin", program);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}
