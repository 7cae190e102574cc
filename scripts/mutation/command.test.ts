import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { Result } from "./report.ts";

const root = path.dirname(path.dirname(import.meta.dirname));

test("a mutant that changes something is killed, one that does not survives, and the report says so", {
  timeout: 900_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "billfold-mutation-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const words = ["--sources", "scripts/mutation/smoke/areas.ts", "--folder", folder, "--jobs", "1"];
  const run = () =>
    promisify(execFile)(process.execPath, ["scripts/mutation/main.ts", ...words], {
      cwd: root,
      // The variables of the surrounding test run must not be passed on.
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      maxBuffer: 2 ** 26,
    });
  await run();
  const results = readFileSync(path.join(folder, "results.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result);
  const verdicts = (mutator: string, original: string) =>
    results
      .filter(({ mutant }) => mutant.mutator === mutator && mutant.original.trim() === original)
      .map(({ verdict }) => verdict);
  expect(verdicts("EqualityOperator", "text.length > found.length")).toEqual(["killed", "killed"]);
  expect(verdicts("ConditionalExpression", "texts.length === 0").toSorted()).toEqual(["killed", "survived"]);
  expect(verdicts("no tenant condition", "company_id = $1")).toEqual(["killed"]);
  expect(verdicts("no record condition", "id = $2")).toEqual(["killed"]);
  expect(verdicts("a row more", "limit 5")).toEqual(["survived"]);
  // One process runs the tests of all mutants: what failed for one is nothing that another did.
  const killed = results.filter(({ verdict }) => verdict === "killed");
  expect(new Set(killed.map(({ mutant }) => mutant.file)).size).toBe(3);
  for (const { mutant, noticedBy } of killed.filter(({ noticedBy }) => noticedBy.includes(".test.ts")))
    expect(noticedBy).toContain(mutant.file.replace(/\.ts$/, ".test.ts"));
  expect(results.filter(({ noticedBy }) => noticedBy.includes("a mutant of another file"))).toEqual([]);
  const report = readFileSync(path.join(folder, "report.md"), "utf8");
  expect(report).toContain("| tenancy, sql |");
  expect(report).toContain("names.ts:4 a row more");
  expect(report).toContain("tests that ran: scripts/mutation/smoke/names.test.ts");
  // Known results are not computed again.
  expect((await run()).stdout).toContain(", 0 of them to be tried");
});
