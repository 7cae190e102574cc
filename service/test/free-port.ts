import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";

// Below what Linux, macOS and Windows hand out by themselves: a connection of somebody else's takes none of these.
const lowest = 15_000;
const highest = 32_000;
const claims = path.join(os.tmpdir(), `billfold-ports-${os.userInfo().uid}`);
const ours = new Set<string>();

process.on("exit", () => {
  for (const claim of ours) rmSync(claim, { force: true });
});

/** A port that nothing listens on, and that no other test is given for as long as this process runs: a server may take seconds to listen. */
export async function freePort(): Promise<number> {
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

function claim(port: number): boolean {
  const file = path.join(claims, String(port));
  mkdirSync(claims, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    ours.add(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!isAlive(readClaimant(file))) rmSync(file, { force: true });
    return false;
  }
}

/** Undefined while whoever claims it is still writing, or has just let go. */
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
