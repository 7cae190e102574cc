import { describe, expect, test } from "vitest";
import { metadataQuery } from "./metadata-filter.ts";

describe("a filter by metadata as a jsonpath", () => {
  test.each([
    [{ region: "north" }, '($."region" == "north")'],
    [{ a: "1", b: "x" }, '($."a" == "1" || $."a" == 1) && ($."b" == "x")'],
    [{ paid: "true" }, '($."paid" == "true" || $."paid" == true)'],
    [{ n: "-0.50" }, '($."n" == "-0.50" || $."n" == -0.50)'],
    [{ n: "007" }, '($."n" == "007")'],
    [{ n: "1e5" }, '($."n" == "1e5")'],
    [{ n: "null" }, '($."n" == "null")'],
    [{ 'a" || true || $."': '" || 1 == 1' }, '($."a\\" || true || $.\\"" == "\\" || 1 == 1")'],
    [{ "a\\": "\n" }, '($."a\\\\" == "\\n")'],
  ])("%o", (filter: Record<string, string>, path) => {
    expect(metadataQuery(filter)).toBe(path);
  });

  test("without keys there is no filter", () => {
    expect([metadataQuery(undefined), metadataQuery({})]).toEqual([undefined, undefined]);
  });
});
