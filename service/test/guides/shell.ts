import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const patienceMs = 60_000;
const goodbyeMs = 3_000;

/** A terminal: what is set and started in one snippet is there in the next. */
export type Shell = {
  /** Gives false when the snippet failed, which ends the session. */
  run(code: string): Promise<boolean>;
  /** Begins a snippet that goes on running in a terminal of its own. */
  leave(code: string): Promise<boolean>;
  /** Starts a program beside what the shell runs; its output shows in the same place. */
  program(words: string[], env: Record<string, string>): Promise<boolean>;
  /** What has been printed since the last snippet began, also by what runs in the background. */
  output(): string;
  /** What all the other terminals have printed since then. */
  elsewhere(): string;
  /** All that the terminal opened last has printed. */
  lastTerminal(): string;
  close(): Promise<void>;
};

export function openShell(folder: string, env: Record<string, string>): Shell {
  const screen = path.join(folder, ".screen");
  const others = path.join(folder, ".elsewhere");
  const script = path.join(folder, ".snippet");
  for (const file of [screen, others]) writeFileSync(file, "");
  // A group of its own, so that whatever the snippets left running can be ended with it.
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
      // A new file under the name of the one before, which whoever still prints there keeps.
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
