import { expect, test } from "vitest";
import { initialOf } from "./names.ts";
import { signOf } from "./signs.ts";

test("the sign of an amount, which is positive for nothing", () => {
  expect([signOf(-1), signOf(0), signOf(1)]).toEqual(["-", "+", "+"]);
});

test("the initial of a name, whatever was changed there before", () => {
  expect(initialOf("Bola")).toBe("B");
});
