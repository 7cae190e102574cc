import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { errorCodes } from "./error-codes.ts";

const folder = path.join(import.meta.dirname, "..");
const sources = globSync("**/*.ts", { cwd: folder })
  .filter((file) => !/\.(test|fixture)\.ts$|error-codes\.ts$/.test(file))
  .map((file) => readFileSync(`${folder}/${file}`, "utf8"));

// That no other code is thrown, nor with another status, is held by the types: see ApiError.
test("every code in the list is one that the service answers with", () => {
  const unused = Object.keys(errorCodes).filter(
    (code) => !sources.some((text) => text.includes(`"${code}"`)),
  );
  expect(unused).toEqual([]);
});

test("reason and resolution of every code are sentences", () => {
  const broken = Object.entries(errorCodes).filter(
    ([, { reason, resolution }]) => !/^[A-Z`].*\.$/.test(reason) || !/^[A-Z`].*\.$/.test(resolution),
  );
  expect(broken).toEqual([]);
});
