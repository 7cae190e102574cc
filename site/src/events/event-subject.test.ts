import { expect, test } from "vitest";
import { type ActivityEvent, actorOf, subjectOf } from "./event-subject.ts";

test.each([
  ["user", "Ada Obi", "Ada Obi"],
  ["user", null, "Former user"],
  ["key", null, "API key"],
  ["system", null, "Billfold"],
])("an event caused by a %s named %j is by %j", (type, actor_name, shown) => {
  expect(actorOf({ actor: { type, id: null }, actor_name } as ActivityEvent)).toBe(shown);
});

test.each([
  [{ id: 7, number: "INV-000001", name: "x" }, "INV-000001"],
  [{ id: 7, number: null, name: "Acme" }, "Acme"],
  [{ id: 7 }, "7"],
  [{ reference: "pl_1" }, "pl_1"],
  [{}, ""],
])("the subject of an event about %j is %j", (object, about) => {
  expect(subjectOf(object)).toBe(about);
});
