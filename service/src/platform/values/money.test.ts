import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digitCount, fractionDigits, parseDecimal, roundHalfUp, toPlain } from "./money.ts";

const runs = 20_000;
const parse = (value: number | string) => parseDecimal(value)!;

// An integer and the number of its digits after the decimal point are exact without a decimal library.
const scaled = fc.record({
  units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
  scale: fc.integer({ min: 0, max: 12 }),
});

function write(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

function stripZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

describe("parseDecimal", () => {
  test.each([
    [1500.5, "1500.5"],
    ["1500.50", "1500.5"],
    ["007.10", "7.1"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1e-7, "0.0000001"],
    [1.5e-9, "0.0000000015"],
    [1e21, "1000000000000000000000"],
    [-1.25e22, "-12500000000000000000000"],
    [-0, "0"],
    ["-0", "0"],
    ["-0.00", "0"],
    ["9".repeat(40), "9".repeat(40)],
  ])("%s is %s", (value, plain) => {
    expect(toPlain(parse(value))).toBe(plain);
  });

  test.each<number | string>([
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ...[
      "",
      " ",
      "1 ",
      " 1",
      "1\n",
      "+1",
      "-",
      "--1",
      "1.",
      ".5",
      "1.2.3",
      "1e3",
      "1E-3",
      "0x10",
      "1,000",
      "1_000",
    ],
    ...["NaN", "Infinity", "٣", "１", "9".repeat(41), `0.${"0".repeat(39)}`],
  ])("%j is refused", (value) => {
    expect(parseDecimal(value)).toBeUndefined();
  });

  test("a text is parsed exactly", () => {
    fc.assert(
      fc.property(scaled, ({ units, scale }) => {
        const text = write(units, scale);
        expect(toPlain(parse(text))).toBe(stripZeros(text));
      }),
      { numRuns: runs },
    );
  });

  test("a number is unchanged after formatting and parsing", () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        const plain = toPlain(parse(value));
        expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(plain)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: runs },
    );
  });
});

describe("digits", () => {
  test.each([
    ["1500.50", 5, 1],
    ["0.001", 1, 3],
    ["0.00102", 3, 5],
    ["-12.34", 4, 2],
    ["100", 3, 0],
    ["999999999999999", 15, 0],
    ["0", 1, 0],
    ["0.000", 1, 0],
    ["123456789012.345", 15, 3],
    [1e15, 16, 0],
    [1e-7, 1, 7],
    [1e300, 301, 0],
  ])("%s has %i digits, %i after the decimal point", (value, count, fraction) => {
    expect(digitCount(parse(value))).toBe(count);
    expect(fractionDigits(parse(value))).toBe(fraction);
  });

  test("both counts agree with the written number", () => {
    fc.assert(
      fc.property(scaled, ({ units, scale }) => {
        const plain = stripZeros(write(units, scale)).replace("-", "");
        const value = parse(write(units, scale));
        expect(digitCount(value)).toBe(plain.replace(".", "").replace(/^0+(?=.)/, "").length);
        expect(fractionDigits(value)).toBe(plain.split(".")[1]?.length ?? 0);
      }),
      { numRuns: runs },
    );
  });
});

describe("roundHalfUp", () => {
  test.each([
    ["31.665", 2, "31.67"],
    ["31.6649999", 2, "31.66"],
    ["0.5", 0, "1"],
    ["0.49", 0, "0"],
    ["0.0004", 2, "0"],
    ["0.005", 2, "0.01"],
    ["99.995", 2, "100"],
    ["-2.5", 0, "-3"],
    ["-0.001", 2, "0"],
    ["7", 4, "7"],
  ])("%s to %i digits is %s", (value, digits, rounded) => {
    expect(toPlain(roundHalfUp(parse(value), digits))).toBe(rounded);
  });

  test("equals integer arithmetic", () => {
    fc.assert(
      fc.property(scaled, fc.integer({ min: 0, max: 4 }), ({ units, scale }, digits) => {
        const divisor = 10n ** BigInt(Math.max(0, scale - digits));
        const size = units < 0n ? -units : units;
        const rounded = ((2n * size + divisor) / (2n * divisor)) * (units < 0n ? -1n : 1n);
        const expected = stripZeros(write(rounded, Math.min(scale, digits)));
        expect(toPlain(roundHalfUp(parse(write(units, scale)), digits))).toBe(expected);
      }),
      { numRuns: runs },
    );
  });
});
