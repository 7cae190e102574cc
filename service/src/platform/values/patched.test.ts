import { expect, test } from "vitest";
import { patched } from "./patched.ts";

test("a PATCH of settings keeps what is omitted, restores defaults, and takes nothing unknown", () => {
  const defaults = { colour: "green", size: 1, isOn: false };
  const before = { colour: "red", size: 2, isOn: true };
  const patch = { colour: null, size: undefined, isOn: false, unknown: "x" };
  expect(patched(before, patch, defaults)).toEqual({ colour: "green", size: 2, isOn: false });
});
