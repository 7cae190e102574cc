import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorCodes } from "./error-codes.ts";

const folder = import.meta.dirname;
const sources = globSync("**/*.ts", { cwd: folder })
  .filter((file) => !/\.(test|fixture)\.ts$|^error-codes\.ts$/.test(file))
  .map((file) => readFileSync(`${folder}/${file}`, "utf8"));

// That no other code is thrown, nor with another status, is held by the types: see ApiError.
test("every code in the list is one that the service answers with", () => {
  const unused = Object.keys(errorCodes).filter(
    (code) => !sources.some((text) => text.includes(`"${code}"`)),
  );
  expect(unused).toEqual([]);
});

test("cause and cure of every code are sentences", () => {
  const broken = Object.entries(errorCodes).filter(
    ([, { cause, cure }]) => !/^[A-Z`].*\.$/.test(cause) || !/^[A-Z`].*\.$/.test(cure),
  );
  expect(broken).toEqual([]);
});
