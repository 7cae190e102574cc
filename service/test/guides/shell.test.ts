import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { openShell, type Shell } from "./shell.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-shell-"));
let shell: Shell;
beforeEach(() => {
  shell = openShell(folder, { PATH: process.env.PATH ?? "", GREETING: "hello" });
});
afterEach(() => shell.close());
afterAll(() => rmSync(folder, { recursive: true }));

const waiting = { timeout: 30_000 };
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a variable set in one snippet is available in the next, which starts with an empty screen", async () => {
  expect(await shell.run('NAME=Ada\nsay() { echo "$GREETING $1"; }\nsay first\n')).toBe(true);
  expect(shell.output()).toBe("hello first\n");
  expect(await shell.run('say "$NAME"\necho aside >&2\n')).toBe(true);
  expect(shell.output()).toBe("hello Ada\naside\n");
});

test("the first command that fails ends the snippet and the session", async () => {
  expect(await shell.run("echo before\nfalse\necho after\n")).toBe(false);
  expect(shell.output()).toBe("before\n");
});

test("a failure in a command substitution counts too", async () => {
  expect(await shell.run("X=$(echo in; exit 3)\necho after\n")).toBe(false);
});

test("a snippet that reads from the keyboard reads nothing, and does not consume the next snippet", async () => {
  expect(await shell.run("cat\n")).toBe(true);
  expect(await shell.run("echo there\n")).toBe(true);
  expect(shell.output()).toBe("there\n");
});

test("a background process continues to print, and ends with the session", async () => {
  await shell.run("(while sleep 0.05; do echo tick $BASHPID; done) &\n");
  await shell.run("true\n");
  await expect.poll(() => shell.output(), waiting).toMatch(/tick \d+\n/);
  const pid = Number(/tick (\d+)\n/.exec(shell.output())![1]);
  expect(isAlive(pid)).toBe(true);
  await shell.close();
  await expect.poll(() => isAlive(pid), waiting).toBe(false);
});

test("a process in another terminal prints there", async () => {
  expect(await shell.leave("echo there; sleep 30\n")).toBe(true);
  await expect.poll(() => shell.elsewhere(), waiting).toBe("there\n");
  expect(shell.output()).toBe("");
  expect(await shell.run("echo here\n")).toBe(true);
  expect([shell.output(), shell.elsewhere()]).toEqual(["here\n", ""]);
  await shell.leave("echo third; sleep 30\n");
  await expect.poll(() => shell.lastTerminal(), waiting).toBe("third\n");
});

test("a program runs beside the shell, with separate settings, and returns its exit code", async () => {
  const program = path.join(folder, "program.mjs");
  writeFileSync(
    program,
    "console.log(process.env.GREETING, process.env.OWN); process.exitCode = Number(process.env.CODE);",
  );
  expect(await shell.program([process.execPath, program], { OWN: "world", CODE: "0" })).toBe(true);
  expect(shell.output()).toBe("hello world\n");
  expect(await shell.program([process.execPath, program], { OWN: "", CODE: "1" })).toBe(false);
});
