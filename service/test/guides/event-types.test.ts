import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { outlineOf } from "../../scripts/docs/outline.ts";
import { eventTypes } from "../../src/contract/event-types.ts";
import { root } from "./folder.ts";

test("the guide on webhooks names every event type, and no other", () => {
  const guide = outlineOf(readFileSync(path.join(root, "docs/guides/webhooks.md"), "utf8"));
  const rows = guide.find(({ id }) => id === "an-event")!.body.matchAll(/^\| (`[^|]+) \|/gm);
  const named = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, type]) => type));
  expect(named.toSorted()).toEqual([...eventTypes].toSorted());
});
