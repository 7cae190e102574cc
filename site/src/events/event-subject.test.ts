import { expect, test } from "vitest";
import { subjectOf } from "./event-subject.ts";

test.each([
  [{ id: 7, number: "INV-000001", name: "x" }, "INV-000001"],
  [{ id: 7, number: null, name: "Acme" }, "Acme"],
  [{ id: 7 }, "7"],
  [{ reference: "pl_1" }, "pl_1"],
  [{}, ""],
])("the subject of an event about %j is %j", (object, about) => {
  expect(subjectOf(object)).toBe(about);
});
