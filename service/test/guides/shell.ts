import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const patienceMs = 60_000;
const goodbyeMs = 3_000;

/** A terminal: variables and processes of one snippet are available in the next. */
export type Shell = {
  /** Returns false when the snippet failed, which ends the session. */
  run(code: string): Promise<boolean>;
  /** Starts a snippet that keeps running in a separate terminal. */
  leave(code: string): Promise<boolean>;
  /** Starts a program beside the shell; its output appears in the same place. */
  program(words: string[], env: Record<string, string>): Promise<boolean>;
  /** The output since the last snippet began, including that of background processes. */
  output(): string;
  /** The output of all other terminals since then. */
  elsewhere(): string;
  /** All output of the terminal that was opened last. */
  lastTerminal(): string;
  close(): Promise<void>;
};

export function openShell(folder: string, env: Record<string, string>): Shell {
  const screen = path.join(folder, ".screen");
  const others = path.join(folder, ".elsewhere");
  const script = path.join(folder, ".snippet");
  for (const file of [screen, others]) writeFileSync(file, "");
  // A separate process group, so that processes that the snippets left running can be ended with it.
  const bash = spawn("bash", ["--noprofile", "--norc"], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["pipe", "ignore", "ignore", "pipe"],
  });
  const ended = once(bash, "close");
  const reported = (bash.stdio[3] as NodeJS.ReadableStream).setEncoding("utf8");
  bash.stdin!.on("error", () => undefined).write(`exec >>'${screen}' 2>&1\nset -e\n`);
  const begun = new Map<string, number>();
  const begin = () => {
    for (const file of [screen, others]) begun.set(file, readFileSync(file, "utf8").length);
  };
  const since = (file: string) => readFileSync(file, "utf8").slice(begun.get(file));
  const run = async (code: string) => {
    begin();
    writeFileSync(script, code);
    bash.stdin!.write(`source '${script}' </dev/null 3>&-\necho done >&3\n`);
    return withPatience(Promise.race([once(reported, "data").then(() => true), ended.then(() => false)]));
  };
  const groups: ChildProcess[] = [bash];
  const lastTerminal = path.join(folder, ".terminal");
  return {
    run,
    leave: (code) => {
      // A new file under the previous name; processes that still print keep the old file.
      rmSync(lastTerminal, { force: true });
      writeFileSync(lastTerminal, "");
      return run(`{\n${code}} > >(tee '${lastTerminal}' >>'${others}') 2>&1 &\n`);
    },
    program: async (words, own) => {
      begin();
      const program = spawn("bash", ["-c", `exec "$@" >>'${screen}' 2>&1`, "bash", ...words], {
        cwd: folder,
        env: { ...env, ...own },
        detached: true,
        stdio: "ignore",
      });
      groups.push(program);
      return withPatience(once(program, "exit").then(([code]) => code === 0));
    },
    output: () => since(screen),
    elsewhere: () => since(others),
    lastTerminal: () => readFileSync(lastTerminal, "utf8"),
    close: () => endGroups(groups),
  };
}

async function withPatience(outcome: Promise<boolean>): Promise<boolean> {
  const tooLong = delay(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(
      `it still runs after ${patienceMs / 1000} s. What is meant to go on running is started with & in an sh block`,
    );
  });
  return Promise.race([outcome, tooLong]);
}

async function endGroups(groups: ChildProcess[]): Promise<void> {
  const tell = (signal: NodeJS.Signals | 0) =>
    groups.filter(({ pid }) => {
      try {
        return process.kill(-pid!, signal);
      } catch {
        return false;
      }
    }).length;
  tell("SIGTERM");
  const deadline = performance.now() + goodbyeMs;
  while (tell(0) > 0 && performance.now() < deadline) await delay(20);
  tell("SIGKILL");
}
