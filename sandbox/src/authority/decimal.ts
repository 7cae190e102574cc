/** An exact decimal number: an integer and the number of its decimal places. */
export type Decimal = { units: bigint; scale: number };

export const zero: Decimal = { units: 0n, scale: 0 };

// Exponents are not accepted, because no amount needs one.
const plain = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** Parses a JSON number or text; undefined for anything but a plain decimal. */
export function readDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const [, sign, whole, fraction = ""] = plain.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const kept = fraction.replace(/(^|[^0])0+$/, "$1");
  const units = BigInt(whole + kept);
  return { units: sign === "-" ? -units : units, scale: kept.length };
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { units: -b.units, scale: b.scale });
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce(plus, zero);
}

/** A quotient rounded to the given decimal places, half away from zero. */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const numerator = unitsAt(a, scale) * 10n ** BigInt(places);
  const denominator = unitsAt(b, scale);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [top, bottom] = [absolute(numerator), absolute(denominator)];
  const units = (top * 2n + bottom) / (bottom * 2n);
  return { units: isNegative ? -units : units, scale: places };
}

export function round(value: Decimal, places: number): Decimal {
  return divide(value, { units: 1n, scale: 0 }, places);
}

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = minus(a, b);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** The number of digits without leading zeros. */
export function digitCount({ units }: Decimal): number {
  return absolute(units).toString().length;
}

export function toText({ units, scale }: Decimal): string {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const unitsAt = ({ units, scale }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - scale);
const absolute = (units: bigint) => (units < 0n ? -units : units);
