import { expect, test } from "vitest";
import { inWholeLines } from "./log.ts";

test("processes that share a pipe write whole lines, in pieces that the pipe does not split", () => {
  const pieces: string[] = [];
  const lines = Array.from({ length: 200 }, (_, index) => `${"é".repeat(index % 90)}${index}\n`);
  const long = `${"x".repeat(10_000)}\n`;
  inWholeLines((piece) => pieces.push(piece))([...lines, long, ...lines].join(""));
  expect(pieces.join("")).toBe([...lines, long, ...lines].join(""));
  expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
  expect(pieces.filter((piece) => Buffer.byteLength(piece) > 4096)).toEqual([long]);
});
