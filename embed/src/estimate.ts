/** A price and a rate as the service gave them, and how many the buyer would like. */
export type Chosen = { product: { unit_price: number; tax_rate: number }; quantity(): number };

/**
 * The expected total of the order, as decimal text. It is computed as the service does: lines are rounded first, and
 * tax once per rate. The service knows more about taxes than a buyer's browser, so its figure is final.
 */
export function estimate(chosen: readonly Chosen[], digits: number): { tax: string; total: string } {
  const nets = new Map<number, bigint>();
  for (const { product, quantity } of chosen) {
    const net = halfUp(unitsOf(product.unit_price, priceDigits) * BigInt(quantity()), priceDigits - digits);
    nets.set(product.tax_rate, (nets.get(product.tax_rate) ?? 0n) + net);
  }
  let tax = 0n;
  let total = 0n;
  for (const [rate, net] of nets) {
    const own = halfUp(net * unitsOf(rate, rateDigits), rateDigits + 2);
    tax += own;
    total += net + own;
  }
  return { tax: textOf(tax, digits), total: textOf(total, digits) };
}

// The most decimals that the service accepts for either; no currency has as many.
const priceDigits = 6;
const rateDigits = 4;

/** Of a number as it came in JSON: it has at most 15 digits, so its shortest text is what the service wrote. */
function unitsOf(value: number, digits: number): bigint {
  const [whole, fraction = ""] = String(value).split(".");
  return BigInt(whole + fraction.padEnd(digits, "0"));
}

/** Rounds half up, which suffices because prices, rates and quantities are never negative. */
function halfUp(units: bigint, digits: number): bigint {
  const step = 10n ** BigInt(digits);
  return (units + step / 2n) / step;
}

function textOf(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}
