import { expect, test } from "vitest";
import type { Json } from "../sql.ts";
import { createRenderedTexts } from "./rendered.ts";

const text = (length: number) => "x".repeat(length) as Json;

test("a text is found by its kind, id and version", () => {
  const things = createRenderedTexts().of("things");
  const kept = things.keep(1, "a", text(10));
  expect(kept.toString()).toBe(text(10));
  expect(things.find(1, "a")).toBe(kept);
  expect(things.find(2, "a")).toBeUndefined();
});

test("a text of another version is not found", () => {
  const things = createRenderedTexts().of("things");
  things.keep(1, "a", text(10));
  expect(things.find(1, "b")).toBeUndefined();
  things.keep(1, "b", text(11));
  expect(things.find(1, "a")).toBeUndefined();
  expect(things.find(1, "b")).toHaveLength(11);
});

test("records of two kinds with one id are different records", () => {
  const texts = createRenderedTexts();
  texts.of("things").keep(1, "a", text(10));
  expect(texts.of("others").find(1, "a")).toBeUndefined();
});

test("the texts never take more than the allowed bytes, and those that are still read stay", () => {
  const bytesMax = 100_000;
  const things = createRenderedTexts(bytesMax).of("things");
  const read = things.keep(0, "a", text(1000));
  for (let id = 1; id <= 1000; id += 1) {
    things.keep(id, "a", text(1000));
    expect(things.find(0, "a")).toBe(read);
  }
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1).filter((id) => things.find(id, "a"));
  expect(ids.length * 1000).toBeLessThanOrEqual(bytesMax);
  expect(ids.at(-1)).toBe(1000);
});

test("a text keeps its own bytes in memory and none of those that Node gave to others", () => {
  const kept = createRenderedTexts().of("things").keep(1, "a", text(100));
  expect(kept.buffer.byteLength).toBe(100);
});

test("a text that is replaced often is counted once", () => {
  const things = createRenderedTexts(100_000).of("things");
  things.keep(1, "a", text(1000));
  for (let version = 0; version < 1000; version += 1) things.keep(2, String(version), text(1000));
  expect(things.find(1, "a")).toBeDefined();
});

test("a text too large to be worth its place is not kept", () => {
  const things = createRenderedTexts(100_000).of("things");
  things.keep(1, "a", text(30_000));
  expect(things.find(1, "a")).toBeUndefined();
});

test("nothing is found after clearing", () => {
  const texts = createRenderedTexts();
  texts.of("things").keep(1, "a", text(10));
  texts.clear();
  expect(texts.of("things").find(1, "a")).toBeUndefined();
});
