import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";

// Below the ports that Linux, macOS and Windows assign, so that no outgoing connection uses one of these.
const lowest = 15_000;
const highest = 32_000;
const claims = path.join(os.tmpdir(), `billfold-ports-${os.userInfo().uid}`);
let swept = false;

/** A free port that no other test gets while this process runs: a server may take seconds to listen. */
export async function freePort(): Promise<number> {
  if (!swept) dropClaimsOfTheDead();
  for (;;) {
    const port = randomInt(lowest, highest);
    if (claim(port) && (await isFree(port))) return port;
  }
}

export async function occupyPort(port = 0): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

// A process may be killed, so claims are not removed at its end.
function dropClaimsOfTheDead(): void {
  mkdirSync(claims, { recursive: true });
  for (const name of readdirSync(claims)) {
    const file = path.join(claims, name);
    if (!isAlive(readClaimant(file))) rmSync(file, { force: true });
  }
  swept = true;
}

function claim(port: number): boolean {
  try {
    writeFileSync(path.join(claims, String(port)), String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** Undefined while the claimant is still writing, or has just removed its claim. */
function readClaimant(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  try {
    const server = await occupyPort(port);
    server.close();
    await once(server, "close");
    return true;
  } catch {
    return false;
  }
}
