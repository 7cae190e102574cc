import { expect, test } from "vitest";
import { returnBuffer, takeBuffer } from "./buffer-pool.ts";

const large = 100_000;

test("two texts never share memory before one of them is given back", () => {
  const texts = Array.from({ length: 40 }, (_, index) => takeBuffer(large).fill(index));
  texts.forEach((text, index) => {
    expect(text.every((byte) => byte === index)).toBe(true);
  });
  expect(new Set(texts.map(({ buffer }) => buffer)).size).toBe(40);
  texts.forEach(returnBuffer);
});

test("what is given back is lent again, once, also when it is given back twice or by a part of it", () => {
  const text = takeBuffer(large);
  const { buffer } = text;
  returnBuffer(text.subarray(10, 20));
  returnBuffer(text);
  expect(takeBuffer(large).buffer).toBe(buffer);
  expect(takeBuffer(large).buffer).not.toBe(buffer);
});

test("short texts, and larger ones than fit, have memory that is never lent again", () => {
  for (const length of [10, 20_000, 300_000]) {
    const text = takeBuffer(length);
    expect(text).toHaveLength(length);
    returnBuffer(text);
    expect(
      takeBuffer(length).buffer === text.buffer && takeBuffer(length).byteOffset === text.byteOffset,
    ).toBe(false);
  }
});
