import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { readQr } from "./qr.fixture.ts";
import { qrPng } from "./qr.ts";

describe("a QR code", () => {
  test("is read by an independent decoder as the original text", () => {
    const texts = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true, size: "small" }),
      fc.string({ minLength: 1, maxLength: 90 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(readQr(qrPng(text))).toBe(text);
      }),
      { numRuns: 12 },
    );
  });

  test("is a black and white PNG of squares eight pixels wide, with a margin of four", () => {
    const png = qrPng("https://pay.example/checkout/pl_1_abcdefghijklmnopqrstuv");
    const { width, height, depth, colorType, data } = PNG.sync.read(png) as PNG & {
      depth: number;
      colorType: number;
    };
    expect([width, width % 8, depth, colorType]).toEqual([height, 0, 1, 0]);
    const isBlack = (x: number, y: number) => data[(y * width + x) * 4] === 0;
    for (let at = 0; at < width; at++) {
      const margin = [0, 31, width - 32, width - 1];
      expect(margin.some((edge) => isBlack(at, edge) || isBlack(edge, at))).toBe(false);
    }
    expect(isBlack(32, 32)).toBe(true);
  });

  test("is small, because every link contains one", () => {
    const text = `https://billing.example.com/checkout/pl_9007199254740991_${"x".repeat(22)}`;
    expect(qrPng(text).length).toBeLessThan(2000);
  });
});
