import { expect, test } from "vitest";
import { methodLines, methodsIn } from "./journal-methods.ts";

test("accounts of methods are the same after they were written and read", () => {
  const methods = { cash: "1010", bank_transfer: "1000 = main" };
  expect(methodsIn(methodLines(methods))).toEqual(methods);
});

test("blank lines and spaces do not matter, and a line without an account has an empty one", () => {
  expect(methodsIn("\n  cash=1010 \n\ncard\n")).toEqual({ cash: "1010", card: "" });
  expect(methodsIn("")).toEqual({});
});
