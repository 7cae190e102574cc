import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Key, newOperator, type Operator } from "../../../service/src/commands/commands.fixture.ts";
import { freePort } from "../../../service/test/free-port.ts";

let operator: Operator;
let demo: Key;
beforeAll(async () => {
  operator = await newOperator();
  await operator.serve();
  demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
});
afterAll(() => operator.cleanUp());

const patience = { timeout: 20_000 };

/** Starts the example as `npm run example:receiver` does, with a service of the demo company. */
function start(port: number): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env.PATH,
      BILLFOLD_BASE_URL: `${operator.url}/api/v1`,
      BILLFOLD_DATA_DIR: operator.dataDir,
      RECEIVER_PORT: String(port),
      RECEIVER_FILE: path.join(operator.dataDir, "received.jsonl"),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text));
  return { child, output: () => output };
}

const sequences = () =>
  readFileSync(path.join(operator.dataDir, "received.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).sequence as number);

test("has all that the demo company did, and what 'billfold listen' forwards, once and in order, over a kill", async () => {
  const port = await freePort();
  const first = start(port);
  await expect.poll(first.output, patience).toMatch(/Receiving at .*\n(.*\n)*\d+ invoice\./);
  await operator.start(["listen", "--forward", `http://127.0.0.1:${port}`], /Forwarding .*\n/);
  await operator.post("/customers", demo, { name: "Made while it listens" });
  await expect.poll(first.output, patience).toMatch(/\d+ customer\.created\n$/);
  first.child.kill("SIGKILL");
  await operator.post("/customers", demo, { name: "Made while it is away" });
  const second = start(port);
  await operator.post("/customers", demo, { name: "Made after" });
  await expect.poll(second.output, patience).toMatch(/(\d+ customer\.created\n){2}$/);
  expect(sequences()).toEqual(sequences().map((_, at) => at + 1));
  const ended = new Promise((resolve) => second.child.once("exit", resolve));
  second.child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
