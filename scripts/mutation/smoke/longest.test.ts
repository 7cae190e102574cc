import { expect, test } from "vitest";
import { longest } from "./longest.ts";

test("the longest, and of equals the first", () => {
  expect([longest([]), longest(["a", "bb", "cc"]), longest(["bb", "a"])]).toEqual(["", "bb", "bb"]);
});
