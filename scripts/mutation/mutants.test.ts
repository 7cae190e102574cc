import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { pure, sampled } from "./areas.ts";
import { choose, mutate } from "./mutants.ts";
import { sqlMutants } from "./sql.ts";
import { judge } from "./trial.ts";

const root = path.dirname(path.dirname(import.meta.dirname));

test("every file and every test that the areas name is there", () => {
  const named = [...pure, ...sampled].flatMap(({ files, tests, wider = [] }) => [
    ...files,
    ...tests,
    ...wider,
  ]);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  const files = [...pure, ...sampled].flatMap((source) => source.files);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

const text = `
const rows = statement("rows", \`select id from rows r
  where r.company_id = $1 and r.id = $2 and r.status = 'open' and created_at < $3
  order by id desc limit $4 for no key update of r skip locked\`);
const add = "insert into rows (company_id, id) values ($1, $2) on conflict (company_id, id) do nothing returning id";
const part = \`\${rows.text} and r.seen_at is null and r.company_id = $1\`;
throw new Error("There is a limit, and 1 < 2 is no SQL");
`;

describe("mutants of SQL", () => {
  const mutants = sqlMutants("rows.ts", text, "payments");
  const reported = (name: string) =>
    mutants
      .filter(({ mutator }) => mutator === name)
      .map(({ line, original, replacement }) => [line, original, replacement]);

  test("are what may go wrong with a statement", () => {
    expect(reported("no tenant condition")).toEqual([
      [3, "r.company_id = $1", "(r.company_id = $1 or true)"],
      [6, "r.company_id = $1", "(r.company_id = $1 or true)"],
    ]);
    expect(reported("no record condition")).toEqual([[3, "r.id = $2", "(r.id = $2 or true)"]]);
    expect(reported("no status condition")).toEqual([
      [3, "r.status = 'open'", "(r.status = 'open' or true)"],
    ]);
    expect(reported("no lock")).toEqual([[4, " for no key update of r skip locked", ""]]);
    expect(reported("no conflict clause")).toEqual([[5, " on conflict (company_id, id) do nothing", ""]]);
    expect(reported("a row more")).toEqual([[4, "limit $4", "limit $4 + 1"]]);
    expect(reported("boundary")).toEqual([[3, " < ", " <= "]]);
    expect(reported("order")).toEqual([[4, "desc", "asc"]]);
    expect(reported("null")).toEqual([[6, " is null", " is not null"]]);
    expect(reported("and becomes or")).toHaveLength(5);
  });

  test("each change one place, and belong to the area of the file, but for tenancy", () => {
    for (const mutant of mutants) {
      expect(text.slice(mutant.start, mutant.end)).toBe(mutant.original);
      expect(mutate(text, mutant)).not.toBe(text);
      expect(mutant.area).toBe(mutant.mutator === "no tenant condition" ? "tenancy" : "payments");
    }
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  test("are chosen by the seed, every area alike", () => {
    const chosen = choose(mutants, 4, 1);
    expect(choose(mutants.toReversed(), 4, 1)).toEqual(chosen);
    expect(chosen.filter(({ area }) => area === "tenancy")).toHaveLength(2);
    expect(Array.from({ length: 20 }, (_, seed) => choose(mutants, 4, seed)[0]!.id)).not.toEqual(
      Array(20).fill(chosen[0]!.id),
    );
    expect(choose(mutants, 1000, 1)).toHaveLength(mutants.length);
  });
});

describe("a verdict", () => {
  const verdictOf = (...messages: string[]) =>
    judge({ failures: messages.map((message) => ({ test: "a.test.ts > holds", message })), tests: 3 })
      .verdict;

  test("is a kill for an expectation that failed, and not for time or a connection", () => {
    expect(verdictOf("AssertionError: expected 1 to be 2")).toBe("killed");
    expect(verdictOf("Error: Test timed out in 60000ms.")).toBe("undecided");
    expect(verdictOf("Error: timeout expired")).toBe("undecided");
    expect(verdictOf("connect ECONNREFUSED 127.0.0.1:5432", "AssertionError: no")).toBe("killed");
    expect(verdictOf()).toBe("survived");
    expect(judge({ failures: [], tests: 0 }).verdict).toBe("undecided");
  });
});
