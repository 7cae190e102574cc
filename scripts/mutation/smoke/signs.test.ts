import { expect, test } from "vitest";
import { initialOf } from "./names.ts";
import { signOf } from "./signs.ts";

test("the sign of an amount, which is positive for nothing", () => {
  expect([initialOf("Bola"), initialOf("")], "a mutant of another file").toEqual(["B", "?"]);
  expect([signOf(-1), signOf(0), signOf(1)]).toEqual(["-", "+", "+"]);
});
