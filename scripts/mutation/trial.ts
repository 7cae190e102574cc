import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export type Verdict = "killed" | "survived" | "undecided" | "invalid";
export type TestFailure = { test: string; message: string };
export type Trial = { verdict: Verdict; failures: TestFailure[]; seconds: number };

/** A test file, and which of its tests are to run; all of them if none is named. */
export type Tests = { file: string; names?: readonly string[] };

/** What a runner is asked: these test files, in this order, until the first failure. */
export type Question = { tests: readonly Tests[]; changed: readonly string[] };
export type Answer = { failures: TestFailure[]; tests: number };

export type Runner = {
  /** `changed` are the files that differ from the run before. */
  run(question: Question, limitMs: number): Promise<Trial>;
  stop(): void;
};

/**
 * Runs test files in a copy of the tree, in one process that is kept until a run does not end. One that records does not
 * stop at a failure; see reach.ts.
 */
export function createRunner(
  folder: string,
  { cluster, seed, recording = "" }: { cluster: string; seed: number; recording?: string },
): Runner {
  let kept: ChildProcess | undefined;
  const start = async (): Promise<ChildProcess> => {
    const child = fork(path.join(folder, "scripts/mutation/runner-process.ts"), {
      cwd: folder,
      env: {
        ...process.env,
        BILLFOLD_MUTATION_CLUSTER: cluster,
        BILLFOLD_MUTATION_RECORDING: recording,
        BILLFOLD_TEST_SEED: String(seed),
        NODE_COMPILE_CACHE: path.join(folder, ".compiled"),
      },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    });
    await messageFrom(child);
    return child;
  };
  // The whole process group, because tests of commands start processes.
  const stop = () => {
    if (kept?.pid) process.kill(-kept.pid, "SIGKILL");
    kept = undefined;
  };
  return {
    run: async (question, limitMs) => {
      const began = Date.now();
      const secondsSince = () => (Date.now() - began) / 1000;
      let timer: NodeJS.Timeout | undefined;
      try {
        kept ??= await start();
        const isLate = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new Error(`stopped after ${limitMs / 1000} s`)), limitMs);
        });
        kept.send(question);
        const answer = (await Promise.race([messageFrom(kept), isLate])) as Answer;
        return { ...judge(answer), seconds: secondsSince() };
      } catch (error) {
        stop();
        const failure = { test: "", message: (error as Error).message };
        return { verdict: "undecided", failures: [failure], seconds: secondsSince() };
      } finally {
        clearTimeout(timer);
      }
    },
    stop,
  };
}

function messageFrom(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      child.off("message", onMessage).off("exit", onExit);
      work();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onExit = (code: number | null) => settle(() => reject(new Error(`the runner ended with ${code}`)));
    child.on("message", onMessage).on("exit", onExit);
  });
}

/** A test that fails because of a timeout or a connection says nothing about the mutant: the machine may be busy. */
const saysNothing =
  /timed out in \d+ ?ms|timeout expired|timeout exceeded|Connection terminated|ECONNREFUSED|ECONNRESET|ETIMEDOUT|too many clients|EADDRINUSE|ENOSPC|EMFILE/i;

export function judge({ failures, tests }: Answer): Pick<Trial, "verdict" | "failures"> {
  const noticed = failures.filter(({ message }) => !saysNothing.test(message));
  if (noticed.length > 0) return { verdict: "killed", failures: noticed };
  return { verdict: failures.length > 0 || tests === 0 ? "undecided" : "survived", failures };
}

/** A folder means the test files directly in it. */
export function testFiles(folder: string, entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    if (!entry.endsWith("/")) return existsSync(path.join(folder, entry)) ? [entry] : [];
    const names = existsSync(path.join(folder, entry)) ? readdirSync(path.join(folder, entry)) : [];
    return names.filter((name) => name.endsWith(".test.ts")).map((name) => `${entry}${name}`);
  });
}
