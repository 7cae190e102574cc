import { expect, test } from "vitest";
import { signOf } from "./signs.ts";

test("the sign of an amount, which is positive for nothing", () => {
  expect([signOf(-1), signOf(0), signOf(1)]).toEqual(["-", "+", "+"]);
});
