import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesToRepeat } from "./test-ci.ts";

const root = path.join(import.meta.dirname, "..");
let folder: string;
beforeEach(() => {
  // Inside the repository, where vitest is found.
  folder = mkdtempSync(path.join(root, "node_modules", ".test-ci-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (body: string) => {
  writeFileSync(
    path.join(folder, "one.check.mjs"),
    `import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
const seen = ${JSON.stringify(path.join(folder, "seen"))};
${body}`,
  );
  writeFileSync(
    path.join(folder, "vitest.config.mjs"),
    `export default { test: { dir: ${JSON.stringify(folder)}, include: ["**/one.check.mjs"], exclude: [] } };`,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    ["scripts/test-ci.ts", "--config", path.join(folder, "vitest.config.mjs")],
    { cwd: root, encoding: "utf8", env: { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined } },
  );
  return { status, flaky: stdout.includes("FLAKY: "), repeated: stdout.includes("Repetition 1") };
};

describe("CI", () => {
  test("passes tests that pass, without a repetition", () => {
    expect(run(`test("passes", () => expect(1).toBe(1));`)).toEqual({
      status: 0,
      flaky: false,
      repeated: false,
    });
  });

  test("passes a test that failed once, and says so", () => {
    const first = `test("fails once", () => {
  const isFirst = !existsSync(seen);
  writeFileSync(seen, "");
  expect(isFirst).toBe(false);
});`;
    expect(run(first)).toEqual({ status: 0, flaky: true, repeated: true });
    expect(existsSync(path.join(folder, "seen"))).toBe(true);
  });

  test("fails on a test that fails again", () => {
    expect(run(`test("fails", () => expect(1).toBe(2));`)).toEqual({
      status: 1,
      flaky: false,
      repeated: true,
    });
  });

  test("fails at once when many files fail, and when vitest left no report", () => {
    const failed = (count: number) => ({
      testResults: Array.from({ length: count }, (_, index) => ({ name: `${index}.ts`, status: "failed" })),
    });
    expect(filesToRepeat(failed(3))).toEqual(["0.ts", "1.ts", "2.ts"]);
    expect(filesToRepeat(failed(4))).toEqual([]);
    expect(filesToRepeat(undefined)).toEqual([]);
  });
});
