import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Mutant } from "./mutants.ts";
import { type Recorded, reachOf, withReports } from "./reach.ts";

const text = `
export const twice = (number) => number * 2;
export function sign(number) {
  if (number < 0) { return "-"; }
  return number > 0 ? "+" : "";
}
export const rows = "select id from rows where company_id = $1 order by id limit $2";
const step = twice(1) + 1;
`;

const mutantOf = (original: string, kind: Mutant["kind"] = "code"): Mutant => {
  const start = text.indexOf(original);
  const change = { original, replacement: "", start, end: start + original.length };
  return { id: `m${start}`, area: "money", kind, file: "some.ts", line: 1, mutator: "some", ...change };
};
const product = mutantOf("number * 2");
const [isNegative, minus, isPositive] = [mutantOf("number < 0"), mutantOf('"-"'), mutantOf("number > 0")];
const limit = mutantOf("limit $2", "sql");
const outside = mutantOf("twice(1) + 1");
const all = [product, isNegative, minus, isPositive, limit, outside];

const reporting = withReports(text, all);
const { twice, sign, rows } = await import(`data:text/javascript,${encodeURIComponent(reporting)}`);

/** What is reported while this runs. */
function reachedBy(work: () => unknown): string[] {
  globalThis.reachedMutants = new Set();
  onTestFinished(() => {
    globalThis.reachedMutants = undefined;
  });
  work();
  return [...globalThis.reachedMutants];
}

/** The reach of a recording in which one test reached what was reported, and another nothing. */
function reachIn(tests: Recorded["tests"]) {
  const folder = mkdtempSync(path.join(tmpdir(), "billfold-reach-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "some.ts"), text);
  const none = { file: "other.test.ts", tests: { "does something else": { places: [], ms: 1 } } };
  return reachOf([{ file: "some.test.ts", tests }, none], folder);
}

test("a file that reports what is reached does the same as before", () => {
  expect([twice(4), sign(-1), sign(0), sign(1)]).toEqual([8, "-", "", "+"]);
  expect(rows.replace(/\/\*reached \w+\*\//, "")).toBe(
    "select id from rows where company_id = $1 order by id limit $2",
  );
});

test("a test reaches the mutants in the blocks that it enters, and no others", () => {
  const tests = {
    "": { places: [], ms: 5 },
    "is twice as much": { places: reachedBy(() => twice(1)), ms: 10 },
    "has a sign": { places: reachedBy(() => sign(1)), ms: 20 },
    "is negative": { places: reachedBy(() => sign(-1)), ms: 30 },
  };
  const { of } = reachIn(tests);
  const found = (...names: string[]) => ({ file: "some.test.ts", names });
  expect(of(product)).toEqual([{ ...found("is twice as much"), cost: 10 }]);
  expect(of(isNegative)).toEqual([{ ...found("has a sign", "is negative"), cost: 50 }]);
  expect(of(isPositive)).toEqual([{ ...found("has a sign", "is negative"), cost: 50 }]);
  expect(of(minus)).toEqual([{ ...found("is negative"), cost: 30 }]);
});

test("a test reaches the mutants in the statements that it sends", () => {
  expect(rows).toContain(`limit/*reached ${limit.id}*/ $2`);
  const tests = { reads: { places: [limit.id], ms: 3 }, writes: { places: [], ms: 4 } };
  expect(reachIn(tests).of(limit)).toEqual([{ file: "some.test.ts", names: ["reads"], cost: 3 }]);
});

test("what is reached before the tests is for all tests of the file", () => {
  const tests = { "": { places: [limit.id], ms: 3 }, reads: { places: [], ms: 4 } };
  expect(reachIn(tests).of(limit)).toEqual([{ file: "some.test.ts", cost: 7 }]);
});

test("of a mutant outside of functions, and of a file that reached nothing, nothing is known", () => {
  const reach = reachIn({ reads: { places: [limit.id], ms: 3 } });
  expect(reach.of(outside)).toBeUndefined();
  expect(["some.test.ts", "other.test.ts", "new.test.ts"].map(reach.isUnknown)).toEqual([false, true, true]);
});
