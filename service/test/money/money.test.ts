import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkDocument } from "../../src/domains/billing/lines/totals-documents.fixture.ts";
import { checkChunk } from "./chunk.ts";

const command = fileURLToPath(new URL("./main.ts", import.meta.url));
const run = (...words: string[]) => spawnSync(process.execPath, [command, ...words], { encoding: "utf8" });

test("the long run checks as many documents as asked for, of every kind, and tells its seed", () => {
  const { status, stdout } = run("--documents", "2000", "--seed", "7", "--jobs", "2");
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(/^2000 documents, seed 7, \d+ seconds, 0 failures$/m);
  const counts = [...stdout.matchAll(/^ {2}(.+): (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]);
  expect(counts.map(([name]) => name)).toEqual([
    "discounts or charges on lines",
    "discounts or charges on the document",
    "prices that include tax",
    "quantities and prices with six decimals",
    "six decimals, prices that include tax, discounts and charges of lines and document at once",
    "withholding",
    "several tax groups",
    "currencies without decimals",
    "currencies with 2 decimals",
    "currencies with 3 decimals",
  ]);
  for (const [name, count] of counts) expect(count, String(name)).toBeGreaterThan(40);
});

test("the same seed gives the same documents, and a failure comes with the smallest document that fails", () => {
  const seen = (seed: number) => {
    const documents: string[] = [];
    checkChunk(seed, 20, (from) => {
      documents.push(JSON.stringify(from.document));
    });
    return documents;
  };
  expect(seen(3)).toEqual(seen(3));
  expect(seen(4)).not.toEqual(seen(3));
  const { failure, checked } = checkChunk(3, 200, (from) => {
    checkDocument(from);
    if (from.document.withholding > 0) throw new Error("wrong by one unit");
  });
  expect(failure).toContain("wrong by one unit");
  // One line and nothing else, with the smallest rate of its kind: of the random ones, or of the usual ones.
  expect(failure).toMatch(
    /"lines":\[\{[^{]*\}\],"discounts":\[\],"charges":\[\],"includesTax":false,"withholding":(?:1|50000)\}/,
  );
  expect(checked).toBeLessThan(200);
});

test("a number that cannot be meant is refused, with the options", () => {
  for (const words of [
    ["--documents", "0"],
    ["--jobs", "x"],
    ["--seed", "1.5"],
  ]) {
    const { status, stderr } = run(...words);
    expect([status, stderr.includes("npm run test:money")]).toEqual([2, true]);
  }
});
