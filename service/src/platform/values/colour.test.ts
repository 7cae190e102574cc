import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, readableOn } from "./colour.ts";

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("contrast is as WCAG computes it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#0a6b4e", "#0a6b4e")).toBe(1);
});

test.each(["#ffffff", "#171f1c"])("every colour becomes one that can be read on %s", (background) => {
  fc.assert(
    fc.property(colours, (colour) => {
      const shade = readableOn(background, colour);
      expect(shade).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(shade, background)).toBeGreaterThanOrEqual(4.5);
      expect(readableOn(background, shade)).toBe(shade);
    }),
  );
});

test("a colour that can be read stays as it is, and another keeps its hue", () => {
  expect(readableOn("#ffffff", "#0a6b4e")).toBe("#0a6b4e");
  expect(readableOn("#ffffff", "#ffff00")).toMatch(/^#([0-9a-f]{2})\1[0]{2}$/);
});
