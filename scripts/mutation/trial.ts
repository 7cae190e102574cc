import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

export type Verdict = "killed" | "survived" | "undecided" | "invalid";
export type Failure = { test: string; message: string };
export type Trial = {
  verdict: Verdict;
  failures: Failure[];
  seconds: number;
  secondsByFile: Record<string, number>;
};

type JsonReport = {
  numTotalTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** Runs test files in a copy of the tree, in this order, until the first failure. */
export async function tryTests(
  folder: string,
  files: readonly string[],
  options: { cluster: string; seed: number; limitMs: number; bail?: boolean },
): Promise<Trial> {
  const output = path.join(folder, ".mutation-result.json");
  rmSync(output, { force: true });
  const began = Date.now();
  const words = [
    "run",
    "--config",
    "scripts/mutation/vitest.config.ts",
    "--reporter=json",
    `--outputFile=${output}`,
  ];
  const bail = options.bail === false ? ["--bail=0"] : [];
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...words, ...bail, ...files], {
    cwd: folder,
    env: {
      ...process.env,
      BILLFOLD_MUTATION_CLUSTER: options.cluster,
      BILLFOLD_MUTATION_ORDER: files.join(","),
      BILLFOLD_TEST_SEED: String(options.seed),
      NODE_COMPILE_CACHE: path.join(folder, ".compiled"),
    },
    stdio: "ignore",
    detached: true,
  });
  const ended = new Promise<void>((resolve, reject) =>
    child.once("exit", () => resolve()).once("error", reject),
  );
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // Kills the whole process group, because tests of commands start processes.
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  }, options.limitMs);
  await ended.finally(() => clearTimeout(timer));
  const seconds = (Date.now() - began) / 1000;
  if (isLate || !existsSync(output)) {
    const message = isLate ? `stopped after ${Math.round(seconds)} s` : "the test run ended without a result";
    return { verdict: "undecided", failures: [{ test: "", message }], seconds, secondsByFile: {} };
  }
  return { ...judge(JSON.parse(readFileSync(output, "utf8")), folder), seconds };
}

/** A test that fails because of a timeout or a connection says nothing about the mutant: the machine may be busy. */
const saysNothing =
  /timed out in \d+ ?ms|timeout expired|timeout exceeded|Connection terminated|ECONNREFUSED|ECONNRESET|ETIMEDOUT|too many clients|EADDRINUSE|ENOSPC|EMFILE/i;

export function judge(
  report: JsonReport,
  folder: string,
): Pick<Trial, "verdict" | "failures" | "secondsByFile"> {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(folder, name);
    const failed = assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => ({ test: `${file} > ${each.fullName}`, message: each.failureMessages.join("\n") }));
    return failed.length > 0 || status !== "failed" ? failed : [{ test: file, message }];
  });
  const secondsByFile = Object.fromEntries(
    report.testResults.map((each) => [
      path.relative(folder, each.name),
      (each.endTime - each.startTime) / 1000,
    ]),
  );
  const noticed = failures.filter(({ message }) => !saysNothing.test(message));
  if (noticed.length > 0) return { verdict: "killed", failures: noticed, secondsByFile };
  if (failures.length > 0) return { verdict: "undecided", failures, secondsByFile };
  const isWhole = report.success && report.numTotalTests > 0;
  return { verdict: isWhole ? "survived" : "undecided", failures, secondsByFile };
}

/** A folder means the test files directly in it. */
export function testFiles(folder: string, entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    if (!entry.endsWith("/")) return existsSync(path.join(folder, entry)) ? [entry] : [];
    const names = existsSync(path.join(folder, entry)) ? readdirSync(path.join(folder, entry)) : [];
    return names.filter((name) => name.endsWith(".test.ts")).map((name) => `${entry}${name}`);
  });
}
