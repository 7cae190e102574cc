import { expect, test } from "vitest";
import { compare } from "./comparison.ts";

test("a rise and a fall have an exact amount and a percentage", () => {
  expect(compare(150, 100)).toEqual({ kind: "up", by: "50", percent: 0.5 });
  expect(compare("0.3", "0.1")).toMatchObject({ kind: "up", by: "0.2" });
  expect(compare(25, 100)).toEqual({ kind: "down", by: "-75", percent: -0.75 });
  expect(compare(0, 100)).toEqual({ kind: "down", by: "-100", percent: -1 });
});

test("there is no percentage of nothing", () => {
  expect(compare(100, 0)).toEqual({ kind: "new" });
  expect(compare(0, 0)).toEqual({ kind: "none" });
});

test("an equal figure is the same", () => {
  expect(compare("12.50", 12.5)).toEqual({ kind: "same" });
});
