import { readdirSync, readFileSync } from "node:fs";

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[1]) === parent;
      } catch {
        return false;
      }
    });
}

export function nameOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
}

/** The largest resident size so far, in megabytes. */
export function peakMegabytes(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
}

// The kernel's clock tick, which is the same on all current machines.
const tickMs = 10;

/** The processor time that a process has used; `ended` is that of its children that have exited. */
export function cpuMs(pid: number | "self"): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { own: (user + system) * tickMs, ended: (endedUser + endedSystem) * tickMs };
}

/**
 * The processor time of the threads that a process has now. The scheduler counts it in nanoseconds; a tick of `cpuMs` is a
 * hundredth of a second.
 */
export function threadsCpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    try {
      const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
      return sum + Number(ns) / 1e6;
    } catch {
      return sum;
    }
  }, 0);
}

/** The processor time of the embedded PostgreSQL, which is the service's only child, with that of its backends. */
export function databaseCpuMs(servicePid: number): number {
  const [postmaster] = childrenOf(servicePid);
  const { ended } = cpuMs(postmaster!);
  return [postmaster!, ...childrenOf(postmaster!)].reduce((sum, pid) => sum + threadsCpuMs(pid), ended);
}
