import { spawn } from "node:child_process";
import { constants } from "node:os";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];
const ONE_AND_THE_SAME_MS = 1_000;
const LOOK_MS = 100;

/**
 * Runs a program in this one's place: it has our terminal and gets our signals. Returns the code to exit with, which
 * for a program that a signal ended is 128 and the signal's number, as shells have it.
 */
export async function handOver(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  const lastSent = new Map();
  const forward = (signal) => {
    // A Ctrl-C comes from the terminal and once more from npm, and a service may take the second one for impatience.
    const now = performance.now();
    if (now - (lastSent.get(signal) ?? Number.NEGATIVE_INFINITY) < ONE_AND_THE_SAME_MS) return;
    lastSent.set(signal, now);
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  whenNpmIsStopped(() => forward("SIGTERM"));
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

/**
 * npm runs scripts through a shell, and passes a SIGTERM on to that shell only, which dies of it and leaves us behind.
 * The one sign of it is that our parent has changed.
 */
export function whenNpmIsStopped(action) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    action();
  }, LOOK_MS);
  look.unref();
}
