import { currencyDigits } from "../../../platform/values/currency.ts";
import type { CanonicalDocument } from "../canonical/canonical.ts";

/**
 * Whether the amounts of a document belong together, worked out with integers and in the words of the standard: it
 * shares nothing with the rules it is held against.
 */
export function addsUp(document: CanonicalDocument): boolean {
  const digits = currencyDigits(document.currency)!;
  const nets = document.lines.map((line) => rounded([line.quantity, line.unit_price], digits));
  const groups = new Map<string, bigint>();
  document.lines.forEach((line, index) => {
    const key = `${line.tax_category}@${scaled(line.tax_rate, 4)}`;
    groups.set(key, (groups.get(key) ?? 0n) + nets[index]!);
  });
  const taxes = new Map([...groups].map(([key, net]) => [key, taxOf(key, net)]));
  const reported = new Map(document.taxes.map((tax) => [`${tax.category}@${scaled(tax.rate, 4)}`, tax]));
  const subtotal = sum(nets);
  const taxTotal = sum([...taxes.values()]);
  const amounts: [string, bigint][] = [
    ...document.lines.map((line, index): [string, bigint] => [line.net_amount, nets[index]!]),
    ...[...groups].map(([key, net]): [string, bigint] => [reported.get(key)?.taxable_amount ?? "-1", net]),
    ...[...taxes].map(([key, tax]): [string, bigint] => [reported.get(key)?.tax_amount ?? "-1", tax]),
    [document.subtotal, subtotal],
    [document.tax_total, taxTotal],
    [document.total, subtotal + taxTotal],
  ];
  return reported.size === groups.size && amounts.every(([text, units]) => isExactly(text, units, digits));
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** In whole units of 10^-scale; more digits than that must be zeros. */
function scaled(text: string, scale: number): bigint {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole! + fraction.padEnd(scale, "0"));
}

function isExactly(text: string, units: bigint, digits: number): boolean {
  const fraction = text.split(".")[1]?.length ?? 0;
  return scaled(text, Math.max(fraction, digits)) === units * 10n ** BigInt(Math.max(0, fraction - digits));
}

function rounded(factors: readonly string[], digits: number): bigint {
  const product = factors.map((factor) => scaled(factor, 6)).reduce((a, b) => a * b, 1n);
  return halfUp(product, 10n ** BigInt(6 * factors.length - digits));
}

// The rate is in ten-thousandths of a percent, so that a whole is a million of them.
function taxOf(key: string, net: bigint): bigint {
  return halfUp(net * BigInt(key.split("@")[1]!), 1_000_000n);
}

const halfUp = (numerator: bigint, divisor: bigint) => (2n * numerator + divisor) / (2n * divisor);
