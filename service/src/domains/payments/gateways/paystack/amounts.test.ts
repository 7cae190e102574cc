import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../contract/errors.ts";
import { currencyCodes, currencyDigits } from "../../../../platform/values/currency.ts";
import { paystackAmounts } from "./amounts.ts";
import { openOrder, startGatewaySetup } from "./gateway.fixture.ts";
import { paystack, sandbox } from "./gateway.ts";

const hundredths = paystackAmounts("Paystack", () => 2);
const iso = paystackAmounts("Sandbox gateway", currencyDigits);

describe("an amount", () => {
  test("comes back as it went, in every currency, without a digit lost", () => {
    const units = fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) });
    fc.assert(
      fc.property(fc.constantFrom(...currencyCodes), units, (currency, minor) => {
        const digits = currencyDigits(currency)!;
        const written = String(minor).padStart(digits + 1, "0");
        const major = digits === 0 ? written : `${written.slice(0, -digits)}.${written.slice(-digits)}`;
        expect(BigInt(iso.toMinor(major, currency))).toBe(minor);
        const plain = major.includes(".") ? major.replace(/\.?0+$/, "") : major;
        expect(iso.toMajor(Number(minor), currency)).toBe(plain);
      }),
    );
  });

  test.each([
    ["1500.50", "NGN", 150_050, 150_050],
    ["1000", "XOF", 100_000, 1000],
    ["1000", "JPY", 100_000, 1000],
    ["1.25", "KWD", 125, 1250],
    ["0.01", "USD", 1, 1],
  ])("of %s %s is %d at Paystack and %d in the sandbox", (amount, currency, atPaystack, inSandbox) => {
    expect(hundredths.toMinor(amount, currency)).toBe(atPaystack);
    expect(iso.toMinor(amount, currency)).toBe(inSandbox);
  });

  test.each([
    ["1.005", "NGN", "multiple of 0.01 NGN"],
    ["1.005", "KWD", "multiple of 0.01 KWD"],
    ["0", "NGN", "a multiple of"],
    ["-5", "NGN", "a multiple of"],
    ["999999999999999", "NGN", "in one payment"],
    ["5", "XAU", "does not accept payments in XAU"],
    ["5,00", "NGN", "does not accept payments"],
  ])("of %s %s is refused with a cure", (amount, currency, words) => {
    const toMinor = () => hundredths.toMinor(amount, currency);
    expect(toMinor).toThrow(ApiError);
    expect(toMinor).toThrow(words);
  });

  test.each([1.5, -1, Number.NaN, 2 ** 53, "100", null])("is not %j", (minor) => {
    expect(hundredths.toMajor(minor, "NGN")).toBeUndefined();
  });

  test("of nothing is read as nothing, and one in an unknown currency is not read", () => {
    expect(hundredths.toMajor(0, "NGN")).toBe("0");
    expect(hundredths.toMajor(100, "XAU")).toBeUndefined();
  });
});

test("the sandbox accepts every known currency, and returns the amount it was given", async () => {
  const setup = await startGatewaySetup();
  for (const currency of currencyCodes) {
    const { fetchStatus } = await openOrder(
      setup,
      { reference: `att-${currency}`, currency, amount: "12" },
      sandbox,
    );
    setup.simulator.pay(`att-${currency}`);
    expect(await fetchStatus()).toMatchObject({ status: "paid", amount: "12", currency });
  }
});

test("the largest amount that can be sent arrives to the kobo", async () => {
  const setup = await startGatewaySetup();
  await openOrder(setup, { amount: "90071992547409.91" }, paystack);
  expect(setup.simulator.transactions()[0]?.amount).toBe(9_007_199_254_740_991);
});
