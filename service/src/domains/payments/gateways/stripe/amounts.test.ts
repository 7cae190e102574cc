import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyCodes } from "../../../../platform/values/currency.ts";
import { fromStripeAmount, toStripeAmount } from "./amounts.ts";

/** As the documentation has it: how many digits Stripe counts, and how many of them may be other than 0. */
const odd: Record<string, readonly [counted: number, usable: number]> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ").map((code) => [code, [0, 0]]),
  ),
  ...Object.fromEntries("ISK UGX".split(" ").map((code) => [code, [2, 0]])),
  ...Object.fromEntries("BHD JOD KWD OMR TND".split(" ").map((code) => [code, [3, 2]])),
};
const untaken = "CLF IQD LYD UYI UYW".split(" ");
const taken = currencyCodes.filter((code) => !untaken.includes(code));

function write(units: bigint, digits: number): string {
  const figures = units.toString().padStart(digits + 1, "0");
  const point = figures.length - digits;
  return digits === 0 ? figures : `${figures.slice(0, point)}.${figures.slice(point)}`;
}

const stripZeros = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

describe("an amount", () => {
  test("goes to Stripe and back without losing a digit, in every currency that Stripe takes", () => {
    const amount = fc.record({
      currency: fc.constantFrom(...taken),
      units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      moreZeros: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(amount, ({ currency, units, moreZeros }) => {
        const [counted, usable] = odd[currency] ?? [2, 2];
        const plain = write(units, usable);
        const zeros = "0".repeat(moreZeros);
        const written = moreZeros === 0 ? plain : plain.includes(".") ? plain + zeros : `${plain}.${zeros}`;
        const minor = toStripeAmount(written, currency);
        expect(BigInt(minor)).toBe(units * 10n ** BigInt(counted - usable));
        expect(fromStripeAmount(minor, currency)).toBe(stripZeros(plain));
      }),
      { numRuns: 5_000 },
    );
  });

  test("finer than Stripe can take is refused, never rounded", () => {
    const amount = fc.record({
      currency: fc.constantFrom(...taken),
      units: fc.bigInt({ min: 1n, max: 10n ** 12n }).filter((units) => units % 10n !== 0n),
    });
    fc.assert(
      fc.property(amount, ({ currency, units }) => {
        const [, usable] = odd[currency] ?? [2, 2];
        const fine = write(units, usable + 1);
        expect(() => toStripeAmount(fine, currency)).toThrow(`can't accept ${fine} ${currency}`);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["1500.50", "NGN", 150050],
    ["5", "ISK", 500],
    ["5", "UGX", 500],
    ["500", "JPY", 500],
    ["10.45", "HUF", 1045],
    ["800.45", "TWD", 80045],
    ["5.12", "KWD", 5120],
    ["7", "MGA", 7],
  ])("of %s %s is %d", (amount, currency, minor) => {
    expect(toStripeAmount(amount, currency)).toBe(minor);
  });

  test.each([
    [
      "5.124",
      "KWD",
      "Stripe can't accept 5.124 KWD: the amount must be a multiple of 0.01 KWD. Change the amount.",
    ],
    ["0.5", "JPY", "Stripe can't accept 0.5 JPY: the amount must be a multiple of 1 JPY. Change the amount."],
    ["5.5", "UGX", "Stripe can't accept 5.5 UGX: the amount must be a multiple of 1 UGX. Change the amount."],
    [
      "1.20",
      "MGA",
      "Stripe can't accept 1.20 MGA: the amount must be a multiple of 1 MGA. Change the amount.",
    ],
    ["0", "NGN", "Stripe can't accept 0 NGN: the amount must be a multiple of 0.01 NGN. Change the amount."],
    [
      "90071992547409.92",
      "NGN",
      "Stripe can't accept 90071992547409.92 NGN in one payment. Split the amount.",
    ],
  ])("of %s %s is refused in clear words", (amount, currency, message) => {
    const refused = expect.objectContaining({ code: "integration_error", message });
    expect(() => toStripeAmount(amount, currency)).toThrow(refused);
  });

  test.each([...untaken, "XTS", "ngn"])(
    "in %s is neither sent nor read, because nobody knows its unit",
    (code) => {
      expect(() => toStripeAmount("1", code)).toThrow(`Stripe does not accept payments in ${code}.`);
      expect(fromStripeAmount(1, code)).toBeUndefined();
    },
  );

  test.each([1.5, -1, Number.NaN, 2 ** 53, "100", null])("is not %j", (minor) => {
    expect(fromStripeAmount(minor, "NGN")).toBeUndefined();
  });

  test("of nothing is read as nothing", () => expect(fromStripeAmount(0, "NGN")).toBe("0"));
});
