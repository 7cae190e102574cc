import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { openEmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import { readPostmasterFile, runsCluster } from "../../dev/embedded-postgres/postmaster.ts";
import { freePort } from "../../test/free-port.ts";

const main = path.join(import.meta.dirname, "..", "main.ts");

export type Ended = { code: number | null; stdout: string; stderr: string };
// biome-ignore lint/suspicious/noExplicitAny: a test reads into results of every shape
export type Result = Record<string, any>;
type Environment = Record<string, string>;
export type Key = { app_id: string; secret: string };

/** Runs the program as an operator does: real processes on their own data folder, with no other settings. */
export type Operator = {
  dataDir: string;
  port: number;
  url: string;
  /** `input` goes to standard input, which is closed otherwise. */
  run(words: string[], env?: Environment, input?: string): Promise<Ended>;
  /** Runs with --json, and requires success and exactly one JSON object on standard output. */
  json(line: string, env?: Environment, input?: string): Promise<Result>;
  serve(env?: Environment): Promise<Running>;
  /** Starts a command that runs until it is stopped, and waits until its output matches `readiness`. */
  start(words: string[], readiness: RegExp, env?: Environment): Promise<Running>;
  get(route: string, key: Key): Promise<{ status: number; body: Result }>;
  post(route: string, key: Key, body: object): Promise<{ status: number; body: Result }>;
  databaseRuns(): boolean;
  cleanUp(): Promise<void>;
};

export type Running = {
  pid: number;
  output(): string;
  stdout(): string;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<number | null>;
};

export async function newOperator(): Promise<Operator> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "billfold-commands-"));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const children: { child: ChildProcess; closed: Promise<unknown> }[] = [];

  const launch = (words: string[], env: Environment, input?: string) => {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
    const settings = { BILLFOLD_DATA_DIR: dataDir, PORT: String(port), BILLFOLD_METRICS_PORT: "0" };
    const child = spawn(process.execPath, [main, ...words], {
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    child.stdin?.end(input);
    const heard = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream]!.setEncoding("utf8").on("data", (text: string) => {
        heard[stream] += text;
      });
    }
    const closed = once(child, "close").then(([code]) => code as number | null);
    children.push({ child, closed });
    return { child, heard, closed };
  };

  const run: Operator["run"] = async (words, env = {}, input) => {
    const { heard, closed } = launch(words, env, input);
    return { code: await closed, ...heard };
  };
  const start: Operator["start"] = async (words, readiness, env = {}) => {
    const { child, heard, closed } = launch(words, env);
    const output = () => heard.stdout + heard.stderr;
    while (!readiness.test(output())) {
      if (child.exitCode !== null) throw new Error(`${words.join(" ")} ended: ${output()}`);
      await delay(20);
    }
    return {
      pid: child.pid!,
      output,
      stdout: () => heard.stdout,
      signal: (name) => void child.kill(name),
      ended: () => closed,
    };
  };
  const databaseRuns = () => {
    const file = readPostmasterFile(path.join(dataDir, "postgres"));
    return file !== undefined && runsCluster(file.pid, path.join(dataDir, "postgres"));
  };
  return {
    dataDir,
    port,
    url,
    run,
    databaseRuns,
    json: async (line, env, input) => {
      const ended = await run([...line.split(" "), "--json"], env, input);
      expect(ended, line).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\{"success":true,.*\}\n$/),
      });
      expect(ended.stdout.split("\n")).toHaveLength(2);
      return JSON.parse(ended.stdout) as Result;
    },
    start,
    // The announcement is written in one piece, and ends with an empty line.
    serve: (env) => start(["serve"], /is ready.*\n\n/s, env),
    get: (route, key) => request(`${url}/api/v1${route}`, key),
    post: (route, key, body) => request(`${url}/api/v1${route}`, key, body),
    cleanUp: async () => {
      for (const { child, closed } of children) {
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
        await closed;
      }
      // A killed server leaves its database running; the next process to open the folder owns it and can stop it.
      if (databaseRuns()) await (await openEmbeddedCluster({ dataDir, use: "command" })).stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function request(url: string, key: Key, body?: object): Promise<{ status: number; body: Result }> {
  const headers = { "X-API-Key": key.app_id, "X-API-Secret": key.secret };
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  const type = body && { "Content-Type": "application/json" };
  const response = await fetch(url, { ...sent, headers: { ...headers, ...type } });
  return { status: response.status, body: (await response.json()) as Result };
}
