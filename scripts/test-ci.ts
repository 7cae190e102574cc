import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

// Runs the tests of one vitest configuration as CI does: a file with a failure is run again alone, twice. If it passes
// both times it is reported as flaky, with its first failure in the log above, and the run goes on: a failure that
// needs two busy cores must be looked into, but must not hide what the later steps would find.

/** More than this is a fault of the change, not of a busy machine. */
const MOST_FLAKY_FILES = 3;
const REPETITIONS = 2;

export type Report = { testResults: { name: string; status: string }[] };

/** The files to run again; none when the run as a whole is to be called failed. */
export function filesToRepeat(report: Report | undefined): string[] {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === "failed");
  return failed.length > MOST_FLAKY_FILES ? [] : failed.map(({ name }) => name);
}

function main(args: string[]): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-ci-"));
  // The repetitions take the random numbers of the first run, so that what depends on them fails again.
  const seed = process.env.BILLFOLD_TEST_SEED ?? String(Date.now() % 2 ** 31);
  const vitest = (...more: string[]) =>
    spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args, ...more], {
      stdio: "inherit",
      env: { ...process.env, BILLFOLD_TEST_SEED: seed },
    }).status ?? 1;
  try {
    const file = path.join(folder, "report.json");
    const code = vitest("--reporter=default", "--reporter=json", `--outputFile.json=${file}`);
    if (code === 0) return 0;
    const failed = filesToRepeat(readReport(file));
    if (failed.length === 0) return code;
    for (let run = 1; run <= REPETITIONS; run += 1) {
      process.stdout.write(`Repetition ${run} of ${REPETITIONS}, alone: ${failed.join(", ")}\n`);
      const again = vitest("--maxWorkers=1", ...failed);
      if (again !== 0) return again;
    }
    process.stdout.write(`FLAKY: failed once and passed ${REPETITIONS} times alone: ${failed.join(", ")}\n`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
