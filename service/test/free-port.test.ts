import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freePort, occupyPort } from "./free-port.ts";

const fixture = path.join(import.meta.dirname, "free-port.ts");
const program = `import { freePort } from ${JSON.stringify(fixture)};
for (let i = 0; i < 200; i++) console.log(await freePort());`;

test("no port is given twice, to this process or another, and the system assigns none of them", async () => {
  const asking = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  const here: number[] = [];
  for (let i = 0; i < 200; i++) here.push(await freePort());
  const there = (await asking).stdout.trim().split("\n").map(Number);
  const all = [...here, ...there];
  expect(new Set(all).size).toBe(400);
  expect(Math.max(...all)).toBeLessThan(32_768);
});

test("a given port can be listened on", async () => {
  const server = await occupyPort(await freePort());
  server.close();
});
