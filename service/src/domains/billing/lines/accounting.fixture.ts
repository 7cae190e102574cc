import fc from "fast-check";
import { accountingTotals } from "./accounting.ts";

/** A rate with ten decimals, as a whole number, and a currency with its digits. */
export type Exchange = { units: bigint; to: { currency: string; digits: number } };

export const exchange: fc.Arbitrary<Exchange> = fc.record({
  units: fc.oneof(
    fc.constantFrom(1n, 5_000_000_000n, 10_000_000_000n, 15_342_500_000_000n),
    fc.bigInt({ min: 1n, max: 100_000_000_000_000n }),
  ),
  to: fc.constantFrom(
    { currency: "JPY", digits: 0 },
    { currency: "NGN", digits: 2 },
    { currency: "KWD", digits: 3 },
    { currency: "CLF", digits: 4 },
  ),
});

/** What accountingTotals gives for two amounts in minor units, and what whole-number arithmetic does. */
export function compareAccounting({ units, to }: Exchange, amounts: readonly bigint[], digits: number) {
  const [tax_total, total] = amounts.map((amount) => decimalText(amount, digits));
  const totals = { tax_total: tax_total!, total: total! };
  const converted = accountingTotals(totals, decimalText(units, rateDigits), to.currency);
  const exact = amounts.map((amount) => convert(amount, units, digits, to.digits));
  const shown = exact.map((amount) => decimalText(amount, to.digits));
  return {
    actual: converted && [converted.tax_total_accounting, converted.total_accounting],
    expected: shown.every((text) => digitsOf(text) <= 15) ? shown : undefined,
  };
}

const rateDigits = 10;

/** Zeros after the last decimal count for nothing. */
const digitsOf = (text: string) => text.replace(/(\.\d*?)0+$/, "$1").replace(".", "").length;

function convert(amount: bigint, rate: bigint, from: number, to: number): bigint {
  const numerator = amount * rate * 10n ** BigInt(to);
  const divisor = 10n ** BigInt(from + rateDigits);
  return (2n * numerator + divisor) / (2n * divisor);
}

function decimalText(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
