import { expect, test } from "vitest";
import { unpooled } from "./unpooled.ts";

test.each([
  ["a text", unpooled("Ọ̀yọ́ €5"), "Ọ̀yọ́ €5"],
  ["bytes", unpooled(Buffer.from("a short text")), "a short text"],
])("%s has all of its memory for itself", (_content, bytes, text) => {
  expect(bytes.toString()).toBe(text);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});
