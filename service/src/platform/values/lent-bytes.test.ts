import { expect, test } from "vitest";
import { giveBack, lendBytes } from "./lent-bytes.ts";

const large = 100_000;

test("two texts never share memory before one of them is given back", () => {
  const texts = Array.from({ length: 40 }, (_, index) => lendBytes(large).fill(index));
  texts.forEach((text, index) => {
    expect(text.every((byte) => byte === index)).toBe(true);
  });
  expect(new Set(texts.map(({ buffer }) => buffer)).size).toBe(40);
  texts.forEach(giveBack);
});

test("what is given back is lent again, once, also when it is given back twice or by a part of it", () => {
  const text = lendBytes(large);
  const { buffer } = text;
  giveBack(text.subarray(10, 20));
  giveBack(text);
  expect(lendBytes(large).buffer).toBe(buffer);
  expect(lendBytes(large).buffer).not.toBe(buffer);
});

test("short texts, and larger ones than fit, have memory that is never lent again", () => {
  for (const length of [10, 20_000, 300_000]) {
    const text = lendBytes(length);
    expect(text).toHaveLength(length);
    giveBack(text);
    expect(lendBytes(length).buffer === text.buffer && lendBytes(length).byteOffset === text.byteOffset).toBe(
      false,
    );
  }
});
