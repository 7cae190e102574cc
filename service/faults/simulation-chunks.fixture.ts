import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Counts } from "./acknowledged.fixture.ts";
import type { FaultCounts } from "./simulation-faults.fixture.ts";
import { newRandom } from "./size.fixture.ts";

/**
 * The size of the run: `BILLFOLD_FAULTS=short` for every change, `BILLFOLD_FAULTS=long` for ten thousand faults. A long
 * run consists of chunks with a fresh database each; `BILLFOLD_FAULTS_STATE` names the file in which it keeps what is
 * done, so that the same command continues after an interruption. `BILLFOLD_FAULTS_COUNT` changes the number of faults.
 */
const { BILLFOLD_FAULTS: form, BILLFOLD_FAULTS_COUNT: count, BILLFOLD_FAULTS_STATE: stateFile } = process.env;

const usual = form === "short" ? 50 : form === "long" ? 10_000 : 500;
export const faultsWanted = count === undefined ? usual : Number(count);
export const chunkFaults = 500;
export const clientsAtOnce = form === "short" ? 8 : 12;
export const simulationTimeoutMs = form === "short" ? 6 * 60_000 : 12 * 3600_000;

/** What a run has done so far. The seed and the number of a chunk decide what the chunk does. */
export type Progress = {
  seed: number;
  chunksDone: number;
  faults: number;
  audits: number;
  /** How long the parts of the chunks took. */
  seconds: Counts;
  totals: Counts;
  byStatus: Counts;
  faultCounts: FaultCounts;
  /** The chunks after which something was wrong. */
  violations: { seed: number; wrong: string[] }[];
};

export function loadProgress(): Progress {
  if (stateFile && existsSync(stateFile)) return JSON.parse(readFileSync(stateFile, "utf8")) as Progress;
  const { seed } = newRandom();
  return {
    seed,
    chunksDone: 0,
    faults: 0,
    audits: 0,
    seconds: {},
    totals: {},
    byStatus: {},
    faultCounts: {},
    violations: [],
  };
}

export function saveProgress(progress: Progress): void {
  if (stateFile) writeFileSync(stateFile, `${JSON.stringify(progress, null, 2)}\n`);
}

/** Adds the numbers of one chunk to those of the run. */
export function addCounts(to: Counts, more: Counts): void {
  for (const [name, value] of Object.entries(more)) to[name] = (to[name] ?? 0) + value;
}

export function addFaults(to: FaultCounts, more: FaultCounts): number {
  for (const [name, { effective, ineffective }] of Object.entries(more)) {
    to[name] ??= { effective: 0, ineffective: 0 };
    to[name].effective += effective;
    to[name].ineffective += ineffective;
  }
  return Object.values(more).reduce((sum, { effective }) => sum + effective, 0);
}
