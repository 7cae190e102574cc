/** A price, a rate and a discount as the service gave them, and how many the buyer would like. */
export type Chosen = {
  product: { unit_price: number; tax_rate: number; discount: number };
  quantity(): number;
};

/**
 * The expected total of the order, as decimal text. It is computed as the service does: lines are rounded first, with
 * their discount, and tax once per rate. The service knows more about taxes than a buyer's browser, so its figure is
 * final.
 */
export function estimate(
  chosen: readonly Chosen[],
  digits: number,
  pricesIncludeTax: boolean,
): { tax: string; total: string } {
  const sums = new Map<number, bigint>();
  for (const { product, quantity } of chosen) {
    const { unit_price, tax_rate, discount } = product;
    const gross = halfUp(unitsOf(unit_price, 6) * BigInt(quantity()), 10n ** BigInt(6 - digits));
    const off = halfUp(gross * unitsOf(discount, 4), hundredPercent);
    sums.set(tax_rate, (sums.get(tax_rate) ?? 0n) + gross - off);
  }
  let tax = 0n;
  let total = 0n;
  for (const [rate, sum] of sums) {
    const part = unitsOf(rate, 4);
    const own = halfUp(sum * part, pricesIncludeTax ? hundredPercent + part : hundredPercent);
    tax += own;
    total += pricesIncludeTax ? sum : sum + own;
  }
  return { tax: textOf(tax, digits), total: textOf(total, digits) };
}

/** The service accepts at most 6 decimals of prices and 4 of percentages; no currency has as many as the former. */
const hundredPercent = 1_000_000n;

/** Of a number in JSON: it has at most 15 digits, so its shortest text is what the service wrote. */
function unitsOf(value: number, digits: number): bigint {
  const [whole, fraction = ""] = String(value).split(".");
  return BigInt(whole + fraction.padEnd(digits, "0"));
}

/** Rounds half up, which suffices because prices, rates and quantities are never negative. */
const halfUp = (units: bigint, divisor: bigint) => (2n * units + divisor) / (2n * divisor);

function textOf(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}
