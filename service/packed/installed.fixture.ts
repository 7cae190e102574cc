import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "../..");

/** A folder that contains only what npm installed from the package. */
export type Installation = { folder: string; tarball: string; remove(): void };

/** Packs and installs; without a registry nothing can be installed, and the reason is returned instead. */
export async function installPackage(): Promise<Installation | { missing: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-installed-"));
  await run("npm", ["pack", "--workspace=service", `--pack-destination=${folder}`], {
    cwd: root,
    env: outside(),
  });
  const tarball = path.join(folder, readdirSync(folder).find((name) => /^billfold-\d.*\.tgz$/.test(name))!);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  try {
    await run("npm", [...install, tarball], { cwd: folder, env: outside() });
    return { folder, tarball, remove };
  } catch (error) {
    remove();
    const said = String((error as { stderr?: string }).stderr ?? error);
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(said))
      throw error;
    const words = said.trim().split("\n").slice(0, 3).join("\n  ");
    return { missing: `THE PACKAGE IS NOT TRIED: npm reaches no registry here.\n  ${words}` };
  }
}

// npm would try for ten minutes to reach a registry that is unavailable.
const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", ...patience];

export type Ran = { code: number | null; output: string };

/** Runs `npx billfold …` in the folder, as a user who has only the package would. */
export function npx(
  { folder }: Installation,
  words: string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  return start(folder, words, env).ended;
}

export type Serving = { url: string; output(): string; stop(signal: NodeJS.Signals): Promise<Ran> };

/** `npx billfold serve`, until it says that it is ready. */
export async function npxServe({ folder }: Installation, env: Record<string, string>): Promise<Serving> {
  const { child, ended, output } = start(folder, ["serve"], env);
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => {
      if (output().includes("Billfold is ready")) resolve();
    });
    void ended.then(({ output: said }) => reject(new Error(`It ended before it was ready: ${said}`)));
  });
  await ready;
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    output,
    stop: (signal) => {
      // The signal goes to the whole group, as Ctrl-C in a terminal does.
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal);
      return ended;
    },
  };
}

function start(folder: string, words: string[], env: Record<string, string>) {
  const child = spawn("npx", ["--no-install", "billfold", ...words], {
    cwd: folder,
    env: { ...outside(), ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += text));
  child.stderr.on("data", (text: Buffer) => (said += text));
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: said }));
  });
  return { child, ended, output: () => said };
}

/** The environment of a user outside our repository: neither our Node, nor our npm script, nor our settings. */
function outside(): NodeJS.ProcessEnv {
  const ours = /^(npm_(?!config_(registry|cache|userconfig)$)|BILLFOLD_|DATABASE_URL|NODE_|VITEST|UV_)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const places = (process.env.PATH ?? "").split(path.delimiter).filter((place) => !place.startsWith(root));
  return { ...Object.fromEntries(kept), PATH: places.join(path.delimiter) };
}
